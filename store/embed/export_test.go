package embed

import (
	"context"
	"net"
)

// Ask asks an endpoint for one vector as if its name were that of this machine,
// with names looked up by resolver.
func Ask(ctx context.Context, c Config, resolver *net.Resolver) error {
	one := newClient(c, resolver)
	defer one.close()
	_, err := one.embed(ctx, []string{"text"}, 0)
	return err
}
