package tray

// Verb is what a click on a line of the menu asks for.
type Verb int

// The verbs.
const (
	Nothing       Verb = iota
	Open               // show the dashboard as it was left
	Search             // show the dashboard with the cursor in the search field
	Add                // show the dashboard with a new memory to fill in
	OpenMemory         // show the memory [Action.ID]
	Clients            // show the clients
	Settings           // show the settings
	PauseHour          // pause saving for one hour
	PauseTomorrow      // pause saving until the next local midnight
	PauseForever       // pause saving until it is resumed
	Resume             // save again
	Quit               // end the program
)

// Action is a verb with what it applies to.
type Action struct {
	Do Verb
	ID int64 // the memory of [OpenMemory]
}
