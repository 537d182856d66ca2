package provider

func init() { register(generic{}) }

// generic stands for every other provider: the neutral form is all there is.
type generic struct{}

// Name is the provider's name.
func (generic) Name() string { return "generic" }

// Request returns nil.
func (generic) Request(*Turn) any { return nil }
