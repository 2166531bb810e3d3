package telegramtest

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// spec is the official machine-readable description of the Bot API.
type spec struct {
	Methods map[string]struct {
		Fields  []specField
		Returns []string
	}
	Types map[string]struct {
		Fields   []specField
		Subtypes []string
	}
}

type specField struct {
	Name     string
	Types    []string
	Required bool
}

// specs holds each specification once read, by its path: a test run starts very
// many servers.
var specs sync.Map

func readSpec(path string) (*spec, error) {
	if s, ok := specs.Load(path); ok {
		return s.(*spec), nil
	}
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	s := new(spec)
	if err := json.Unmarshal(raw, s); err != nil {
		return nil, fmt.Errorf("read %s: %w", path, err)
	}
	if len(s.Methods) == 0 || len(s.Types) == 0 {
		return nil, fmt.Errorf("read %s: it describes no methods or types", path)
	}
	specs.Store(path, s)
	return s, nil
}

// request returns what is wrong with the parameters of a call.
func (s *spec) request(c *call) (problems []string) {
	fields := s.Methods[c.method].Fields
	byName := make(map[string]specField)
	attached := make(map[string]bool)
	for _, f := range fields {
		byName[f.Name] = f
		_, param := c.params[f.Name]
		_, file := c.files[f.Name]
		if f.Required && !param && !file {
			problems = append(problems, fmt.Sprintf("required parameter %s is missing", f.Name))
		}
	}
	for name, value := range c.params {
		f, known := byName[name]
		if !known {
			problems = append(problems, fmt.Sprintf("unknown parameter %s", name))
			continue
		}
		if i := strings.Index(value, "attach://"); i >= 0 {
			part, _, _ := strings.Cut(value[i+len("attach://"):], `"`)
			attached[part] = true
		}
		problems = append(problems, s.parameter(f, value)...)
	}
	for name := range c.files {
		f, known := byName[name]
		if known && !slices.Contains(f.Types, "InputFile") || !known && !attached[name] {
			problems = append(problems, fmt.Sprintf("file part %s belongs to nothing", name))
		}
	}
	return problems
}

// parameter checks one parameter, whose value is a text on the wire.
func (s *spec) parameter(f specField, value string) []string {
	return fewest(f.Types, func(t string) []string { return s.parameterAs(f.Name, t, value) })
}

func (s *spec) parameterAs(name, t, value string) []string {
	var err error
	switch t {
	case "String":
		return nil
	case "InputFile":
		return []string{name + " wants a file"}
	case "Integer":
		_, err = strconv.ParseInt(value, 10, 64)
	case "Float":
		_, err = strconv.ParseFloat(value, 64)
	case "Boolean", "True":
		if value != "true" && value != "false" {
			err = fmt.Errorf("%q is neither true nor false", value)
		}
	default:
		if value == "null" { // as telegram-bot-api sends a nil slice; the server takes it as absent
			return nil
		}
		return s.check(name, t, json.RawMessage(value))
	}
	if err != nil {
		return []string{fmt.Sprintf("%s: %v", name, err)}
	}
	return nil
}

// result returns what is wrong with the result of a method.
func (s *spec) result(method string, result any) []string {
	raw, err := json.Marshal(result)
	if err != nil {
		return []string{err.Error()}
	}
	return s.checkAny("result", s.Methods[method].Returns, raw)
}

// value returns what is wrong with an object of a type.
func (s *spec) value(t string, raw json.RawMessage) []string { return s.check(t, t, raw) }

func (s *spec) check(path, t string, raw json.RawMessage) []string {
	if inner, ok := strings.CutPrefix(t, "Array of "); ok {
		return s.checkArray(path, inner, raw)
	}
	switch t {
	case "String":
		return decodes[string](path, raw)
	case "Integer":
		return decodes[int64](path, raw)
	case "Float":
		return decodes[float64](path, raw)
	case "Boolean":
		return decodes[bool](path, raw)
	case "True":
		if string(raw) != "true" {
			return []string{path + " must be true"}
		}
		return nil
	}
	return s.checkObject(path, t, raw)
}

func decodes[T any](path string, raw json.RawMessage) []string {
	var v *T
	if err := json.Unmarshal(raw, &v); err != nil || v == nil {
		return []string{fmt.Sprintf("%s: %s is no %T", path, raw, *new(T))}
	}
	return nil
}

func (s *spec) checkArray(path, t string, raw json.RawMessage) []string {
	var list []json.RawMessage
	if err := json.Unmarshal(raw, &list); err != nil || list == nil {
		return []string{fmt.Sprintf("%s: %s is no array", path, raw)}
	}
	var problems []string
	for i, item := range list {
		problems = append(problems, s.check(fmt.Sprintf("%s[%d]", path, i), t, item)...)
	}
	return problems
}

// checkObject checks an object; of a type with subtypes, one must fit.
func (s *spec) checkObject(path, name string, raw json.RawMessage) []string {
	t, known := s.Types[name]
	if !known {
		return []string{fmt.Sprintf("%s: the specification has no type %s", path, name)}
	}
	if len(t.Subtypes) > 0 {
		return s.checkAny(path, t.Subtypes, raw)
	}
	var object map[string]json.RawMessage
	if err := json.Unmarshal(raw, &object); err != nil || object == nil {
		return []string{fmt.Sprintf("%s: %s is no object", path, raw)}
	}
	var problems []string
	for _, f := range t.Fields {
		value, given := object[f.Name]
		delete(object, f.Name)
		if given {
			problems = append(problems, s.checkAny(path+"."+f.Name, f.Types, value)...)
		} else if f.Required {
			problems = append(problems, fmt.Sprintf("%s.%s is missing", path, f.Name))
		}
	}
	for unknown := range object {
		problems = append(problems, fmt.Sprintf("%s.%s is unknown", path, unknown))
	}
	return problems
}

func (s *spec) checkAny(path string, types []string, raw json.RawMessage) []string {
	return fewest(types, func(t string) []string { return s.check(path, t, raw) })
}

// fewest returns the problems with the type that fits best.
func fewest(types []string, check func(string) []string) (least []string) {
	for i, t := range types {
		if p := check(t); i == 0 || len(p) < len(least) {
			least = p
		}
	}
	return least
}
