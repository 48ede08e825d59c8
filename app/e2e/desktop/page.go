package desktop

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"time"

	"github.com/coder/websocket"
)

// Page is the page in a web view, reached through WebKit's inspector: start the
// program with WEBKIT_INSPECTOR_HTTP_SERVER=HOST:PORT. It works in production
// builds, and while the window is hidden. It is used by one goroutine.
type Page struct {
	conn   *websocket.Conn
	target string // of the page inside the connection
	last   int    // number of the last message
}

// message is what goes to and fro.
type message struct {
	ID     int             `json:"id,omitempty"`
	Method string          `json:"method,omitempty"`
	Params map[string]any  `json:"params,omitempty"`
	Result json.RawMessage `json:"result,omitempty"`
	Error  *struct {
		Message string `json:"message"`
	} `json:"error,omitempty"`
}

var socketPath = regexp.MustCompile(`/socket/\d+/\d+/WebPage`)

// Inspect connects to the page of the program whose inspector listens at
// address. It fails while the program is not ready yet.
func Inspect(ctx context.Context, address string) (*Page, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+address+"/", nil)
	if err != nil {
		return nil, err
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, err
	}
	defer res.Body.Close()
	list, err := io.ReadAll(res.Body)
	if err != nil {
		return nil, err
	}
	path := socketPath.Find(list)
	if path == nil {
		return nil, errors.New("the inspector lists no page")
	}
	conn, _, err := websocket.Dial(ctx, "ws://"+address+string(path), nil)
	if err != nil {
		return nil, err
	}
	conn.SetReadLimit(64 << 20)
	p := &Page{conn: conn}
	for p.target == "" {
		m, err := p.read(ctx)
		if err != nil {
			conn.CloseNow()
			return nil, fmt.Errorf("wait for the page: %w", err)
		}
		if info, ok := m.Params["targetInfo"].(map[string]any); ok && m.Method == "Target.targetCreated" {
			p.target, _ = info["targetId"].(string)
		}
	}
	return p, nil
}

// Close ends the connection.
func (p *Page) Close() { p.conn.CloseNow() }

// Eval runs a JavaScript expression and stores its value, which must be JSON,
// into result. Promises are not waited for.
func (p *Page) Eval(expression string, result any) error {
	ctx, stop := context.WithTimeout(context.Background(), 5*time.Second)
	defer stop()
	raw, err := p.call(ctx, "Runtime.evaluate", map[string]any{"expression": expression, "returnByValue": true})
	if err != nil {
		return err
	}
	var answer struct {
		Result struct {
			Value       json.RawMessage `json:"value"`
			Description string          `json:"description"`
		} `json:"result"`
		WasThrown bool `json:"wasThrown"`
	}
	if err := json.Unmarshal(raw, &answer); err != nil {
		return err
	}
	if answer.WasThrown {
		return fmt.Errorf("%s: %s", expression, answer.Result.Description)
	}
	if result == nil {
		return nil
	}
	if answer.Result.Value == nil {
		return fmt.Errorf("%s has no value", expression)
	}
	return json.Unmarshal(answer.Result.Value, result)
}

// call sends a message to the page and waits for its answer.
func (p *Page) call(ctx context.Context, method string, params map[string]any) (json.RawMessage, error) {
	p.last++
	id := p.last
	inner, err := json.Marshal(message{ID: id, Method: method, Params: params})
	if err != nil {
		return nil, err
	}
	p.last++
	outer, err := json.Marshal(message{ID: p.last, Method: "Target.sendMessageToTarget",
		Params: map[string]any{"targetId": p.target, "message": string(inner)}})
	if err != nil {
		return nil, err
	}
	if err := p.conn.Write(ctx, websocket.MessageText, outer); err != nil {
		return nil, err
	}
	for {
		m, err := p.read(ctx)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", method, err)
		}
		text, ok := m.Params["message"].(string)
		if m.Method != "Target.dispatchMessageFromTarget" || !ok {
			continue
		}
		var reply message
		if err := json.Unmarshal([]byte(text), &reply); err != nil {
			return nil, err
		}
		if reply.ID != id {
			continue
		}
		if reply.Error != nil {
			return nil, fmt.Errorf("%s: %s", method, reply.Error.Message)
		}
		return reply.Result, nil
	}
}

func (p *Page) read(ctx context.Context) (message, error) {
	_, data, err := p.conn.Read(ctx)
	if err != nil {
		return message{}, err
	}
	var m message
	return m, json.Unmarshal(data, &m)
}
