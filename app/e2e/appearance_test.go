package e2e

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

func TestDashboard_FirstRunLeadsToTheFirstMemory(t *testing.T) {
	p := newPerson(t)
	d := p.serve(t).visit(t, "/memories", wide)
	d.find("heading", "^No memories yet$")
	d.find("button", "^Write one yourself")
	p.save(t, "The very first")
	d.row("The very first")
}

// chinese makes a browser prefer Chinese.
const chinese = `Object.defineProperty(navigator, 'languages', {get: () => ['zh-CN', 'zh', 'en']})`

func TestDashboard_SpeaksTheLanguageOfTheBrowser(t *testing.T) {
	p := newPerson(t)
	p.save(t, "--kind", "decision", "订单状态机：已支付之后只能进入待发货")
	s := p.serve(t, "LANG=zh_CN.UTF-8", "LC_ALL=zh_CN.UTF-8")
	s.visit(t, "/memories", wide).find("link", "^Memories")
	d := s.visit(t, "/memories", wide, chinese)
	d.find("link", "^记忆")
	d.find("link", "^回收站")
	d.row("决策")
	d.open("订单状态机")
	d.click("button", "^移入回收站")
	d.noRow("订单状态机")
	if lang := eval[string](d.tab, `document.documentElement.lang`); lang != "zh-CN" {
		t.Errorf("lang is %q", lang)
	}
	if text := d.text(); strings.Contains(text, "Settings") {
		t.Errorf("English is left:\n%s", text)
	}
}

func TestDashboard_TheLanguageIsASetting(t *testing.T) {
	p := newPerson(t)
	p.save(t, "Any")
	s := p.serve(t)
	d := s.visit(t, "/settings", wide)
	d.click("radio", "^简体中文$")
	d.find("link", "^记忆")
	d = s.visit(t, "/memories", wide)
	d.find("link", "^记忆")
}

func TestDashboard_FollowsTheSystemThemeUnlessOneIsChosen(t *testing.T) {
	p := newPerson(t)
	p.save(t, "Any")
	s := p.serve(t)
	d := s.visit(t, "/settings", wide)
	light := background(d)
	d.show(look{width: 1280, height: 800, dark: true})
	dark := background(d)
	if light == dark {
		t.Fatalf("light and dark are both %s", light)
	}
	d.click("radio", "^Light$")
	eventually(t, "light although the system is dark", func() error { return unless(background(d) == light) })
}

func background(d *dashboard) string {
	return eval[string](d.tab, `getComputedStyle(document.body).backgroundColor`)
}

func TestDashboard_AnAddressWithATokenOpensInTheSameTab(t *testing.T) {
	p := newPerson(t)
	p.save(t, "Behind the token")
	s := p.serve(t)
	d := &dashboard{openTab(t, "about:blank", wide)}
	d.expect(401)
	d.do(chromedp.Navigate(s.base + "/"))
	d.find("alert", "")
	d.shows("no valid token")
	d.gone("navigation", "")
	d.do(chromedp.Navigate(s.address))
	d.shows("Behind the token") // the page loads anew, in which nothing else can be asked
	d.row("Behind the token")
}

func TestDashboard_NarrowShowsOnePaneAtATime(t *testing.T) {
	p := newPerson(t)
	p.save(t, "--title", "Narrow", "Shown on the second screen")
	s := p.serve(t)
	d := &dashboard{openTab(t, s.view("/memories"), narrow)}
	d.row("Narrow")
	d.open("Narrow")
	d.shows("Shown on the second screen")
	if wide := eval[int](d.tab, `document.documentElement.scrollWidth`); wide > int(narrow.width) {
		t.Errorf("the page is %d wide on a screen of %d", wide, narrow.width)
	}
	d.click("button", "^Back")
	d.row("Narrow")
	d.press("j")
	d.press(kb.Enter)
	d.shows("Shown on the second screen")
}

func TestDashboard_MarkupInAMemoryIsText(t *testing.T) {
	p := newPerson(t)
	const evil = `<img src=x onerror="window.ran=1"><script>window.ran=1</script><a href="javascript:window.ran=1">click</a> [link](javascript:window.ran=1)`
	p.save(t, "--title", "<b onmouseover=window.ran=1>Bold</b>", "--tag", "<i>tag</i>", "--", evil)
	d := p.serve(t).visit(t, "/memories?q=click", wide)
	d.open("<b onmouseover")
	d.shows(evil)
	d.shows("<i>tag</i>")
	if eval[bool](d.tab, `'ran' in window || document.querySelector('main img, main script, [role=option] b') !== null`) {
		t.Error("the memory's markup came alive")
	}
}
