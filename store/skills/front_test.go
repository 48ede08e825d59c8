package skills

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestFrontMatter(t *testing.T) {
	bomb := "a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b]\ndescription: x"
	for _, c := range []struct{ name, head, want string }{
		{"no description", "name: s", "description is required"},
		{"empty", "", "the front matter is empty"},
		{"comment only", "# nothing", "the front matter is empty"},
		{"a list", "- a\n- b", "must be keys with values"},
		{"text", "just text", "must be keys with values"},
		{"another name", "name: other\ndescription: x", "name must be that of the folder"},
		{"a tab", "description: x\n\tname: s", "not valid YAML: line 3"},
		{"open quote", `description: "x`, "not valid YAML"},
		{"a map for a text", "description: {a: b}", "not valid YAML: line 2: a value of another kind is needed here"},
		{"twice", "description: x\ndescription: y", "not valid YAML"},
		{"aliases", bomb, "anchors, aliases or tags"},
		{"merge", "base: &b {x: y}\ndescription: x\nmore:\n  <<: *b", "anchors, aliases or tags"},
		{"a tag", "description: !!binary aGk=", "anchors, aliases or tags"},
		{"brackets", "description: x\na: " + strings.Repeat("[", 3000), "nested too deeply"},
		{"braces over lines", "description: x\na: " + strings.Repeat("{a:\n ", 500), "nested too deeply"},
		{"dashes", "description: x\na:\n  " + strings.Repeat("- ", 2000) + "x", "nested too deeply"},
		{"long", "description: x\na: " + strings.Repeat("y", MaxFront), "front matter has"},
		{"long description", "description: " + strings.Repeat("描", MaxDescription+1), "description is 1025 characters long"},
		{"no prompt name", "description: x\nprompts: [{description: y}]", "the name of prompt 1 must be"},
		{"prompts as a map", "description: x\nprompts: {a: b}", "not valid YAML"},
		{"same prompts", "description: x\nprompts: [{name: a}, {name: a}]", "two prompts are called a"},
		{"same arguments", "description: x\nprompts: [{name: a, arguments: [{name: b}, {name: b}]}]", "two arguments of prompt a are called b"},
		{"argument with blanks", "description: x\nprompts: [{name: a, arguments: [{name: b c}]}]", "the name of argument 1 of prompt a"},
		{"many prompts", "description: x\nprompts: [" + strings.Repeat("{name: a},", MaxPrompts+1) + "]", "17 prompts are given"},
	} {
		_, _, err := parse("s", "---\n"+c.head+"\n---\nbody")
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error is %v, want %q", c.name, err, c.want)
		} else if strings.Contains(err.Error(), "\n") || utf8.RuneCountInString(err.Error()) > 250 {
			t.Errorf("%s: error is not one sentence: %q", c.name, err)
		}
	}
}

func TestFrontMatter_Good(t *testing.T) {
	for _, head := range []string{
		"description: x", "description: >\n  of several\n  lines", "'description': \"x: y\"", "description: 描述\nallowed-tools: Read, Bash",
		"description: x\nmetadata: {a: {b: [1, 2]}}", "description: x # comment", "description: 12\nother: null",
		"prompts:\ndescription: x", "name: s\ndescription: |\n  a\n  b\n",
	} {
		s, body, err := parse("s", "---\n"+head+"\n---\nbody")
		if err != nil || s.Description == "" || strings.Contains(s.Description, "\n") || body != "body" {
			t.Errorf("%q: %+v, %q, %v", head, s, body, err)
		}
	}
	if _, _, err := parse("s", "---\ndescription: x"); err == nil || !strings.Contains(err.Error(), "does not end") {
		t.Errorf("front matter without an end: %v", err)
	}
	if _, _, err := parse("s", "---\ndescription: \xff\n---\n"); err == nil {
		t.Error("invalid UTF-8 is taken")
	}
}

func FuzzFrontMatter(f *testing.F) {
	f.Add(good)
	for _, s := range []string{"---\n---\n", "---\na: [", "---\n? a\n: b\n---\n", "---\ndescription: |\n a\n---", "---\n\"\\u12\": x\n---\n",
		"---\n- - - a\n---\n", "---\n&a *a\n---\n", "---\n%YAML 1.2\n---\n", "---\ndescription: x\n...\n---\n"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		skill, body, err := parse("s", normal(s))
		if err != nil {
			if strings.ContainsAny(err.Error(), "\n\r") {
				t.Errorf("error of several lines: %q", err)
			}
			return
		}
		if skill.Description == "" || !strings.HasSuffix(normal(s), body) {
			t.Errorf("%q gives %+v and %q", s, skill, body)
		}
		for _, p := range skill.Prompts {
			if !ValidName(p.Name) || p.ID == "" {
				t.Errorf("prompt %+v", p)
			}
		}
	})
}
