package clients

import (
	"bytes"
	"context"
	"fmt"
	"strings"
)

// Unified returns what an action would do to a client's file, as a unified diff
// that patch can apply; "" if nothing. Errors are those of [Registrar.Apply].
func (r *Registrar) Unified(ctx context.Context, id string, part Part, action Action) (string, error) {
	c, err := Find(id)
	if err != nil {
		return "", err
	}
	p, err := r.plan(ctx, c, part, "", action)
	if err != nil || p.noChange() {
		return "", err
	}
	from, to := p.path, p.path
	if !p.file.exists {
		from = "/dev/null"
	}
	if p.delete {
		to = "/dev/null"
	}
	return "--- " + from + "\n+++ " + to + "\n" + hunk(p.file.data, p.after), nil
}

// hunk is the one region in which two texts differ, with the lines around it,
// byte for byte.
func hunk(before, after []byte) string {
	a, b := wholeLines(before), wholeLines(after)
	head := 0
	for head < min(len(a), len(b)) && a[head] == b[head] {
		head++
	}
	tail := 0
	for tail < min(len(a), len(b))-head && a[len(a)-1-tail] == b[len(b)-1-tail] {
		tail++
	}
	first, last := max(0, head-diffContext), min(tail, diffContext)
	var out strings.Builder
	fmt.Fprintf(&out, "@@ -%s +%s @@\n", span(first, len(a)-tail+last), span(first, len(b)-tail+last))
	write := func(mark string, lines []string) {
		for _, l := range lines {
			out.WriteString(mark + l)
			if !strings.HasSuffix(l, "\n") {
				out.WriteString("\n\\ No newline at end of file\n")
			}
		}
	}
	write(" ", a[first:head])
	write("-", a[head:len(a)-tail])
	write("+", b[head:len(b)-tail])
	write(" ", a[len(a)-tail:len(a)-tail+last])
	return out.String()
}

// span names lines from first to before end, which count from 0.
func span(first, end int) string {
	if first == end {
		return fmt.Sprintf("%d,0", first)
	}
	return fmt.Sprintf("%d,%d", first+1, end-first)
}

// wholeLines splits a text into lines with their ends.
func wholeLines(text []byte) []string {
	if len(text) == 0 {
		return nil
	}
	lines := strings.SplitAfter(string(text), "\n")
	if bytes.HasSuffix(text, []byte("\n")) {
		lines = lines[:len(lines)-1]
	}
	return lines
}
