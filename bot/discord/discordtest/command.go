package discordtest

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"time"
)

// commandForm is a command as bots register it.
type commandForm struct {
	Name             string            `json:"name"`
	Names            map[string]string `json:"name_localizations"`
	Description      string            `json:"description"`
	Descriptions     map[string]string `json:"description_localizations"`
	Type             int               `json:"type"`
	Options          []optionForm      `json:"options"`
	Contexts         []int             `json:"contexts"`
	IntegrationTypes []int             `json:"integration_types"`
}

type optionForm struct {
	Type         int               `json:"type"`
	Name         string            `json:"name"`
	Names        map[string]string `json:"name_localizations"`
	Description  string            `json:"description"`
	Descriptions map[string]string `json:"description_localizations"`
	Required     bool              `json:"required"`
	Autocomplete bool              `json:"autocomplete"`
	Choices      []struct {
		Name  string            `json:"name"`
		Names map[string]string `json:"name_localizations"`
		Value json.RawMessage   `json:"value"`
	} `json:"choices"`
}

var namePattern = regexp.MustCompile(`^[-_'\p{L}\p{N}\p{Devanagari}\p{Thai}]{1,32}$`)

// locales are those the platform has names in.
var locales = strings.Fields("id da de en-GB en-US es-ES es-419 fr hr it lt hu nl no pl pt-BR ro fi sv-SE vi tr cs el bg ru uk hi th zh-CN ja zh-TW ko")

// Commands returns the names of the registered commands.
func (s *Server) Commands() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []string
	for _, raw := range s.commands {
		out = append(out, command(raw).Name)
	}
	return out
}

func command(raw json.RawMessage) commandForm {
	var c commandForm
	json.Unmarshal(raw, &c)
	return c
}

// getCommands is GET /applications/{app}/commands. The platform adds its own
// fields, leaves out what is empty, and translations unless they are asked for.
func (s *Server) getCommands(r *request) (any, *apiError) {
	if r.PathValue("app") != s.app {
		return nil, errMissingAccess
	}
	out := []object{}
	for i, raw := range s.commands {
		var o object
		json.Unmarshal(raw, &o)
		o["id"], o["application_id"], o["version"] = "90"+string(rune('0'+i%10)), s.app, "1"
		o["default_member_permissions"], o["nsfw"] = nil, false
		if options, ok := o["options"].([]any); ok && len(options) == 0 {
			delete(o, "options")
		}
		if r.URL.Query().Get("with_localizations") != "true" {
			delete(o, "name_localizations")
			delete(o, "description_localizations")
		}
		out = append(out, o)
	}
	return out, nil
}

// putCommands is PUT /applications/{app}/commands. New names count against 200 a day.
func (s *Server) putCommands(r *request) (any, *apiError) {
	if r.PathValue("app") != s.app {
		return nil, errMissingAccess
	}
	var raws []json.RawMessage
	if failure := r.decode(&raws); failure != nil {
		return nil, failure
	}
	if len(raws) > 100 {
		return nil, badForm("%d commands", len(raws))
	}
	names := make(map[string]bool)
	for _, old := range s.commands {
		names[command(old).Name] = true
	}
	var fresh int
	seen := make(map[string]bool)
	for _, raw := range raws {
		if failure := s.schema.check("ApplicationCommandUpdateRequest", raw); failure != nil {
			return nil, failure
		}
		c := command(raw)
		if failure := checkCommand(c); failure != nil {
			return nil, failure
		}
		if seen[c.Name] {
			return nil, badForm("the command %q stands twice", c.Name)
		}
		seen[c.Name] = true
		if !names[c.Name] {
			fresh++
		}
	}
	s.created = slices.DeleteFunc(s.created, func(t time.Time) bool { return s.clock.Now().Sub(t) > 24*time.Hour })
	if len(s.created)+fresh > 200 {
		return nil, errTooManyCommands
	}
	for range fresh {
		s.created = append(s.created, s.clock.Now())
	}
	s.commands = raws
	return []object{}, nil
}

func checkCommand(c commandForm) *apiError {
	total := characters(c.Name) + characters(c.Description)
	if failure := checkWords(c.Name, c.Description, c.Names, c.Descriptions); failure != nil {
		return failure
	}
	if len(c.Options) > 25 {
		return badForm("command %s: %d options", c.Name, len(c.Options))
	}
	optional := false
	seen := make(map[string]bool)
	for _, o := range c.Options {
		if failure := checkWords(o.Name, o.Description, o.Names, o.Descriptions); failure != nil {
			return failure
		}
		switch {
		case seen[o.Name]:
			return badForm("command %s: the option %s stands twice", c.Name, o.Name)
		case o.Required && optional:
			return badForm("command %s: the required option %s follows an optional one", c.Name, o.Name)
		case len(o.Choices) > 25:
			return badForm("command %s: %d choices", c.Name, len(o.Choices))
		case o.Autocomplete && len(o.Choices) > 0:
			return badForm("command %s: the option %s has choices and suggestions", c.Name, o.Name)
		}
		seen[o.Name] = true
		optional = optional || !o.Required
		total += characters(o.Name) + characters(o.Description)
		for _, choice := range o.Choices {
			if n := characters(choice.Name); n < 1 || n > 100 {
				return badForm("command %s: a choice of %d characters", c.Name, n)
			}
			total += characters(choice.Name) + characters(unquoted(choice.Value))
		}
	}
	if total > 8000 {
		return badForm("command %s: %d characters in all", c.Name, total)
	}
	return nil
}

func checkWords(name, description string, names, descriptions map[string]string) *apiError {
	all := map[string]string{"": name}
	for locale, n := range names {
		all[locale] = n
	}
	for locale, n := range all {
		if locale != "" && !slices.Contains(locales, locale) {
			return badForm("%q is no locale", locale)
		}
		if !namePattern.MatchString(n) || strings.ToLower(n) != n {
			return badForm("the name %q is not allowed", n)
		}
	}
	if n := characters(description); n < 1 || n > 100 {
		return badForm("%s: a description of %d characters", name, n)
	}
	for locale, d := range descriptions {
		if !slices.Contains(locales, locale) {
			return badForm("%q is no locale", locale)
		}
		if n := characters(d); n < 1 || n > 100 {
			return badForm("%s: a description of %d characters", name, n)
		}
	}
	return nil
}
