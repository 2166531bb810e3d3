package web

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// nameFile keeps who took which name, one JSON line each in the order of taking.
// It is only ever appended to. A nil file keeps nothing.
type nameFile struct{ path string }

type binding struct {
	Browser browser `json:"browser"`
	Name    string  `json:"name"`
}

// read returns all bindings. A last line without its end is what a crash left of
// an append that was never confirmed; it is cut off.
func (f *nameFile) read() ([]binding, error) {
	text, err := os.ReadFile(f.path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read the names of the page: %w", err)
	}
	whole := bytes.LastIndexByte(text, '\n') + 1
	if whole < len(text) {
		if err := os.Truncate(f.path, int64(whole)); err != nil {
			return nil, fmt.Errorf("mend the names of the page: %w", err)
		}
	}
	var bindings []binding
	for i, line := range bytes.Split(bytes.TrimSuffix(text[:whole], []byte("\n")), []byte("\n")) {
		if len(line) == 0 {
			continue
		}
		var b binding
		if err := json.Unmarshal(line, &b); err != nil {
			return nil, fmt.Errorf("read the names of the page: %s, line %d: %w", f.path, i+1, err)
		}
		bindings = append(bindings, b)
	}
	return bindings, nil
}

// add appends a binding and returns once it is durable.
func (f *nameFile) add(b binding) (err error) {
	if f == nil {
		return nil
	}
	line, err := json.Marshal(b)
	if err != nil {
		return fmt.Errorf("keep the name: %w", err)
	}
	file, err := os.OpenFile(f.path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return fmt.Errorf("keep the name: %w", err)
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	before, err := file.Seek(0, io.SeekEnd)
	if err != nil {
		return fmt.Errorf("keep the name: %w", err)
	}
	_, err = file.Write(append(line, '\n'))
	if err == nil {
		err = file.Sync()
	}
	if err != nil { // half a line must not spoil the next
		return fmt.Errorf("keep the name: %w", errors.Join(err, file.Truncate(before)))
	}
	return nil
}
