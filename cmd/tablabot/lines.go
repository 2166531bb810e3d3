package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// byteOrderMark stands before a text that some editors write.
const byteOrderMark = "\ufeff"

// maxLine is the longest line that is read, in bytes.
const maxLine = 1 << 20

var errLongLine = fmt.Errorf("the line is longer than %d bytes", maxLine)

// refusal is the answer to a line that makes no sense.
type refusal struct {
	Error string `json:"error"`
}

// answerLines answers every line of standard input by a line of JSON on standard
// output, an error by a [refusal], until the input, or the context, ends.
func (m *Main) answerLines(ctx context.Context, answer func(line []byte) (any, error)) error {
	input := m.input(ctx)
	defer input.Close()
	in, out := bufio.NewReaderSize(input, 64<<10), bufio.NewWriter(m.Stdout)
	for ctx.Err() == nil {
		line, err := readLine(in)
		if err == io.EOF {
			break
		}
		var value any
		if err == nil {
			value, err = answer(bytes.TrimPrefix(line, []byte(byteOrderMark)))
		} else if !errors.Is(err, errLongLine) {
			return fmt.Errorf("read a line: %w", err)
		}
		if err != nil {
			value = refusal{err.Error()}
		}
		if err := writeLine(out, value, in.Buffered() == 0); err != nil {
			return fmt.Errorf("write an answer: %w", err)
		}
	}
	return out.Flush()
}

// readLine returns the next line with its end, or errLongLine, having skipped the line, or
// io.EOF.
func readLine(in *bufio.Reader) ([]byte, error) {
	var line []byte
	for long := false; ; {
		part, err := in.ReadSlice('\n')
		long = long || len(line)+len(part) > maxLine
		if !long {
			line = append(line, part...)
		}
		switch {
		case err == bufio.ErrBufferFull:
			continue
		case err == io.EOF && len(part) == 0 && len(line) == 0 && !long:
			return nil, io.EOF
		case err != nil && err != io.EOF:
			return nil, err
		case long:
			return nil, errLongLine
		}
		return line, nil
	}
}

// writeLine writes a value as a line of JSON, and flushes where nobody may be
// left waiting for it.
func writeLine(out *bufio.Writer, value any, flush bool) error {
	if err := writeJSON(out, value); err != nil {
		return err
	}
	if flush {
		return out.Flush()
	}
	return nil
}

// writeJSON writes a value as JSON, or lets one that is too long for that write itself.
func writeJSON(out *bufio.Writer, value any) error {
	if long, ok := value.(interface{ writeJSON(*bufio.Writer) error }); ok {
		return long.writeJSON(out)
	}
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	return encoder.Encode(value)
}

// explainJSON says what is wrong with a line without naming types of this program.
func explainJSON(err error) error {
	var wrong *json.UnmarshalTypeError
	switch {
	case errors.As(err, &wrong) && wrong.Field != "":
		return fmt.Errorf("the field %q cannot hold a JSON %s", wrong.Field, wrong.Value)
	case errors.As(err, &wrong):
		return fmt.Errorf("the line must be a JSON object, not a JSON %s", wrong.Value)
	}
	return fmt.Errorf("the line is not JSON: %w", err)
}
