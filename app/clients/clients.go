package clients

import "slices"

// all is in the order in which clients are shown.
var all = slices.Concat(terminals)
