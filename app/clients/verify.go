package clients

import (
	"fmt"
	"reflect"
)

// verify checks a plan apart from the editor that made it: afterwards what is
// wanted is there (or not), and nothing else differs. A failure is a fault of
// this program; nothing has been written then.
func (p plan) verify(before slot) error {
	if p.delete || p.noChange() || (p.action == Remove && blank(p.after)) {
		return nil
	}
	was, err := before.rest()
	if err != nil {
		return fmt.Errorf("check %s before the edit: %w", p.path, err)
	}
	after, err := p.slot(file{path: p.path, data: p.after})
	if err != nil {
		return fmt.Errorf("check after the edit: %w", err)
	}
	now, err := after.rest()
	if err != nil {
		return fmt.Errorf("check %s after the edit: %w", p.path, err)
	}
	if !reflect.DeepEqual(was, now) {
		return fmt.Errorf("check %s: the edit would change more than our entry", p.path)
	}
	switch held := after.holds().is; {
	case p.action == Remove && held != nothing:
		return fmt.Errorf("check %s: the edit would leave our entry", p.path)
	case p.action == Add && held != asWanted:
		return fmt.Errorf("check %s: the edit would not set what is wanted", p.path)
	}
	return nil
}
