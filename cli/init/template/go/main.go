// The turnstile as an engine of lean-gate: answers the engine protocol on stdin and stdout.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
)

// State is the state of the turnstile.
type State struct {
	Locked bool `json:"locked"`
	Coins  int  `json:"coins"`
	Passed int  `json:"passed"`
}

// Event is what may happen to the turnstile: "coin" or "push".
type Event struct {
	Type string `json:"type"`
}

// step returns the verdict on an event and the state after it, as `step` in Turnstile.lean does.
func step(s State, e Event) (string, State, error) {
	switch {
	case e.Type == "coin" && s.Locked:
		return "applied", State{Locked: false, Coins: s.Coins + 1, Passed: s.Passed}, nil
	case e.Type == "push" && !s.Locked:
		return "applied", State{Locked: true, Coins: s.Coins, Passed: s.Passed + 1}, nil
	case e.Type == "coin" || e.Type == "push":
		return "refused", s, nil
	}
	return "", s, fmt.Errorf("unknown event %q", e.Type)
}

type request struct {
	Op       string  `json:"op"`
	Protocol string  `json:"protocol"`
	ID       string  `json:"id"`
	Events   []Event `json:"events"`
}

type failure struct {
	Code    string `json:"code"`
	Message string `json:"message"`
}

// answer returns the answer to one line of the protocol.
func answer(r request) any {
	if r.Op == "hello" {
		return map[string]string{"protocol": r.Protocol, "engine": "go", "version": "0.1.0"}
	}
	state := State{Locked: true}
	decisions := [][]string{}
	for _, event := range r.Events {
		verdict, next, err := step(state, event)
		if err != nil {
			return map[string]any{"id": r.ID, "error": failure{"malformed_event", err.Error()}}
		}
		state = next
		decisions = append(decisions, []string{verdict})
	}
	return map[string]any{"id": r.ID, "decisions": decisions, "final": state}
}

func main() {
	lines := bufio.NewReaderSize(os.Stdin, 1<<20)
	decoder := json.NewDecoder(lines)
	encoder := json.NewEncoder(os.Stdout)
	for decoder.More() {
		var r request
		if err := decoder.Decode(&r); err != nil {
			fmt.Fprintln(os.Stderr, "Failed to read a request:", err)
			os.Exit(1)
		}
		if err := encoder.Encode(answer(r)); err != nil {
			fmt.Fprintln(os.Stderr, "Failed to write an answer:", err)
			os.Exit(1)
		}
	}
}
