package discordtest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// schema checks requests by the platform's machine-readable specification. A nil
// schema finds everything right.
type schema struct {
	compiler *jsonschema.Compiler

	mu       sync.Mutex
	compiled map[string]*jsonschema.Schema
}

const schemaURL = "mem://discord.json"

func loadSchema(path string) (*schema, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("read the specification: %w", err)
	}
	defer f.Close()
	doc, err := jsonschema.UnmarshalJSON(f)
	if err != nil {
		return nil, fmt.Errorf("read the specification: %w", err)
	}
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	if err := c.AddResource(schemaURL, doc); err != nil {
		return nil, fmt.Errorf("read the specification: %w", err)
	}
	return &schema{compiler: c, compiled: make(map[string]*jsonschema.Schema)}, nil
}

// check holds a body against the named schema.
func (s *schema) check(name string, raw json.RawMessage) *apiError {
	if s == nil || name == "" {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	compiled := s.compiled[name]
	if compiled == nil {
		var err error
		if compiled, err = s.compiler.Compile(schemaURL + "#/components/schemas/" + name); err != nil {
			return badForm("the specification has no %s: %v", name, err)
		}
		s.compiled[name] = compiled
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	if err != nil {
		return badForm("no JSON: %v", err)
	}
	if err := compiled.Validate(value); err != nil {
		return badForm("%s: %v", name, err)
	}
	return nil
}
