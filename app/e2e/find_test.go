package e2e

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"testing"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// element is a node of the accessibility tree, as assistive technology sees it.
type element struct {
	tab   *tab
	id    cdp.BackendNodeID
	name  string
	props map[string]any // selected, pressed, expanded, disabled, …
}

// all returns the elements with a role that are shown and whose name matches.
func (p *tab) all(role, name string) ([]element, error) {
	re := regexp.MustCompile(name)
	var found []element
	_, err := chromedp.Run(p.ctx, func(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
		doc, err := cdp.Call(ctx, t, dom.GetDocument, dom.GetDocumentParams{})
		if err != nil {
			return chromedp.Void{}, err
		}
		tree, err := cdp.Call(ctx, t, accessibility.QueryAXTree, accessibility.QueryAXTreeParams{NodeID: doc.Root.NodeID, Role: role})
		if err != nil {
			return chromedp.Void{}, err
		}
		for _, n := range tree.Nodes {
			if e := p.element(n); !n.Ignored && re.MatchString(e.name) {
				found = append(found, e)
			}
		}
		return chromedp.Void{}, nil
	})
	return found, err
}

func (p *tab) element(n *accessibility.Node) element {
	e := element{tab: p, id: n.BackendDOMNodeID, props: map[string]any{}}
	if n.Name != nil {
		e.name, _ = plain(n.Name).(string)
	}
	for _, prop := range n.Properties {
		e.props[string(prop.Name)] = plain(prop.Value)
	}
	if n.Value != nil {
		e.props["value"] = plain(n.Value)
	}
	return e
}

// plain returns a value of the accessibility tree as encoding/json gives it.
func plain(v *accessibility.Value) any {
	var out any
	if json.Unmarshal(v.Value, &out) != nil {
		return nil
	}
	return out
}

// find waits for the one element with a role whose name matches.
func (p *tab) find(role, name string) element {
	p.t.Helper()
	var found []element
	eventually(p.t, fmt.Sprintf("one %s named %q", role, name), func() (err error) {
		if found, err = p.all(role, name); err != nil || len(found) == 1 {
			return err
		}
		others, err := p.all(role, "")
		if err != nil {
			return err
		}
		return fmt.Errorf("%d of them; there are %q", len(found), names(others))
	})
	return found[0]
}

// gone waits until no element with a role has a name that matches.
func (p *tab) gone(role, name string) {
	p.t.Helper()
	eventually(p.t, fmt.Sprintf("no %s named %q", role, name), func() error {
		found, err := p.all(role, name)
		if err == nil && len(found) > 0 {
			return fmt.Errorf("there is %q", names(found))
		}
		return err
	})
}

// click finds an element and clicks it with the mouse.
func (p *tab) click(role, name string) {
	p.t.Helper()
	var last error
	eventually(p.t, fmt.Sprintf("click the %s named %q", role, name), func() error {
		found, err := p.all(role, name)
		if err != nil {
			return err
		}
		if len(found) != 1 {
			others, err := p.all(role, "")
			return errors.Join(err, fmt.Errorf("%d of them; there are %q", len(found), names(others)))
		}
		last = found[0].click()
		return last
	})
}

func names(all []element) []string {
	var s []string
	for _, e := range all {
		s = append(s, e.name)
	}
	return s
}

// click moves the mouse to the middle of the element and presses it. It is an
// error if something else is in front of it.
func (e element) click() error {
	_, err := chromedp.Run(e.tab.ctx, func(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
		x, y, err := e.middle(ctx, t)
		if err != nil {
			return chromedp.Void{}, err
		}
		return chromedp.MouseClickXY(x, y)(ctx, t)
	})
	return err
}

// middle scrolls the element into view and returns the middle of its box, after
// checking that the mouse would reach it there.
func (e element) middle(ctx context.Context, t *chromedp.Target) (x, y float64, err error) {
	if _, err = cdp.Call(ctx, t, dom.ScrollIntoViewIfNeeded, dom.ScrollIntoViewIfNeededParams{BackendNodeID: e.id}); err != nil {
		return 0, 0, err
	}
	node, err := cdp.Call(ctx, t, dom.ResolveNode, dom.ResolveNodeParams{BackendNodeID: e.id})
	if err != nil {
		return 0, 0, err
	}
	const reach = `function() {
		const b = this.getBoundingClientRect()
		const at = {x: b.x + b.width / 2, y: b.y + b.height / 2}
		const hit = document.elementFromPoint(at.x, at.y)
		if (this.contains(hit) || hit?.closest('label')?.contains(this)) return at
		return {in_front: hit ? hit.outerHTML.slice(0, 200) : 'nothing'}
	}`
	byValue := true
	res, err := cdp.Call(ctx, t, runtime.CallFunctionOn, runtime.CallFunctionOnParams{
		FunctionDeclaration: reach, ObjectID: node.Object.ObjectID, ReturnByValue: &byValue,
	})
	if err != nil {
		return 0, 0, err
	}
	var at struct {
		X, Y    float64
		InFront string `json:"in_front"`
	}
	if err := json.Unmarshal(res.Result.Value, &at); err != nil {
		return 0, 0, err
	}
	if at.InFront != "" {
		return 0, 0, fmt.Errorf("%q is covered by %s", e.name, at.InFront)
	}
	return at.X, at.Y, nil
}

// has reports whether a property of the element has a value, such as selected true.
func (e element) has(t *testing.T, prop string, want any) {
	t.Helper()
	if got := e.props[prop]; got != want {
		t.Errorf("%q: %s is %v, want %v", e.name, prop, got, want)
	}
}
