package mcpserver

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// maxLine bounds one message: far above the largest memory with its JSON
// escapes, and small enough for a process that shares the machine.
const maxLine = 8 << 20

// aroundLine is what may stand around a message that is as long as allowed.
const aroundLine = len("\ufeff\r\n")

// line is one line of input.
type line struct {
	data []byte
	long bool // more than maxLine; data is empty
}

// lineReader cuts input into lines of bounded memory.
type lineReader struct {
	r     *bufio.Reader
	first bool
}

func newLineReader(r *bufio.Reader) *lineReader { return &lineReader{r: r, first: true} }

// next returns the next line without its end. A last line without an end
// counts. The error is that of the input.
func (r *lineReader) next() (line, error) {
	var l line
	var whole bytes.Buffer // grows in fewer steps than append
	for {
		part, err := r.r.ReadSlice('\n')
		if whole.Len()+len(part) > maxLine+aroundLine {
			l.long, whole = true, bytes.Buffer{}
		}
		if !l.long {
			whole.Write(part)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case err != nil && whole.Len() == 0 && !l.long:
			return line{}, err
		}
		l.data = whole.Bytes()
		if r.first {
			l.data = bytes.TrimPrefix(l.data, []byte("\ufeff"))
			r.first = false
		}
		if l.data = bytes.TrimSpace(l.data); len(l.data) > maxLine {
			l.long, l.data = true, nil
		}
		return l, nil
	}
}

// fault is the answer to a line that is not a message.
type fault struct {
	id      json.RawMessage // nil where it could not be read
	code    int64
	message string
}

// line returns f as a JSON-RPC response. Unlike the SDK's encoding it writes
// the null of an unknown id, which the protocol requires.
func (f *fault) line() []byte {
	id := json.RawMessage("null")
	if f.id != nil {
		id = bytes.ToValidUTF8(f.id, []byte("\ufffd"))
	}
	type wireError struct {
		Code    int64  `json:"code"`
		Message string `json:"message"`
	}
	data, err := json.Marshal(struct {
		Version string          `json:"jsonrpc"`
		ID      json.RawMessage `json:"id"`
		Error   wireError       `json:"error"`
	}{"2.0", id, wireError{f.code, f.message}})
	if err != nil {
		panic(err) // id was valid JSON
	}
	return data
}

// message decodes l. Both results are nil for a blank line.
func (l line) message() (jsonrpc.Message, *fault) {
	invalid := func(id json.RawMessage, text string) (jsonrpc.Message, *fault) {
		return nil, &fault{id: id, code: jsonrpc.CodeInvalidRequest, message: text}
	}
	switch {
	case l.long:
		return invalid(nil, "the message is longer than 8 MiB")
	case len(l.data) == 0:
		return nil, nil
	case !json.Valid(l.data):
		return nil, &fault{code: jsonrpc.CodeParseError, message: "the line is not JSON; send one message a line"}
	case l.data[0] == '[':
		return invalid(nil, "batches are not supported; send messages one by one")
	case l.data[0] != '{':
		return invalid(nil, "a message is a JSON object")
	}
	var head map[string]json.RawMessage
	if err := json.Unmarshal(l.data, &head); err != nil {
		return invalid(nil, "a message is a JSON object")
	}
	id, hasID := head["id"]
	if hasID && !validID(id) {
		return invalid(nil, "id must be a text or an integer")
	}
	if len(id) > maxID {
		return invalid(nil, "id is longer than 256 bytes")
	}
	msg, err := jsonrpc.DecodeMessage(l.data)
	if err != nil {
		return invalid(id, "this is not a JSON-RPC 2.0 message")
	}
	// The SDK takes a request without a method for an answer, and drops it.
	if resp, ok := msg.(*jsonrpc.Response); ok && resp.Result == nil && resp.Error == nil {
		return invalid(id, "method is required")
	}
	if req, ok := msg.(*jsonrpc.Request); ok {
		if wrong := wrongParams(req); wrong != "" {
			return nil, &fault{id: id, code: jsonrpc.CodeInvalidParams, message: wrong}
		}
	}
	return msg, nil
}

// maxID bounds an id in bytes of JSON, since every answer repeats it.
const maxID = 256

// validID reports whether id is text or an integer that survives a float64,
// through which the SDK reads it.
func validID(id json.RawMessage) bool {
	var text string
	if len(id) > 0 && id[0] == '"' {
		return json.Unmarshal(id, &text) == nil
	}
	var n int64
	return !bytes.Equal(id, []byte("null")) && json.Unmarshal(id, &n) == nil && n >= -maxExact && n <= maxExact
}

// maxExact is the greatest integer up to which float64 holds every integer.
const maxExact = 1<<53 - 1
