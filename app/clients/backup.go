package clients

// saved is a backup of a file before a change.
type saved struct{}

func (r *Registrar) backup(plan) (saved, error) { return saved{}, nil }
func (saved) discard()                          {}
func (saved) done() error                       { return nil }
