package discordtest

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
)

// form is the body of a request that makes or changes a message.
type form struct {
	Content         *string         `json:"content"`
	Embeds          json.RawMessage `json:"embeds"`
	Components      json.RawMessage `json:"components"`
	Attachments     *[]attachment   `json:"attachments"`
	AllowedMentions *struct {
		Parse []string `json:"parse"`
		Users []string `json:"users"`
	} `json:"allowed_mentions"`
	Flags        int  `json:"flags"`
	Nonce        any  `json:"nonce"`
	EnforceNonce bool `json:"enforce_nonce"`
	TTS          bool `json:"tts"`
}

type attachment struct {
	ID          json.RawMessage `json:"id"`
	Filename    string          `json:"filename"`
	Description string          `json:"description"`
}

func (a attachment) id() string { return strings.Trim(string(a.ID), `"`) }

// readForm decodes and checks the body of a message.
func (s *Server) readForm(r *request, schema string) (*form, *apiError) {
	if failure := s.schema.check(schema, r.body); failure != nil {
		return nil, failure
	}
	f := new(form)
	if failure := r.decode(f); failure != nil {
		return nil, failure
	}
	return f, s.checkForm(f)
}

// checkForm finds what the platform refuses and what a careful bot never sends.
func (s *Server) checkForm(f *form) *apiError {
	if f.Content != nil && characters(*f.Content) > 2000 {
		return badForm("content has %d characters", characters(*f.Content))
	}
	if f.AllowedMentions == nil || f.AllowedMentions.Parse == nil {
		s.violate("a message does not say whom it may notify")
	}
	if f.AllowedMentions != nil && len(f.AllowedMentions.Users) > 0 && slices.Contains(f.AllowedMentions.Parse, "users") {
		return badForm("allowed_mentions: parse and users exclude each other")
	}
	if text, ok := f.Nonce.(string); ok && characters(text) > 25 {
		return badForm("the nonce has %d characters", characters(text))
	}
	return nil
}

// characters counts as strictly as the platform might.
func characters(text string) int {
	n := 0
	for _, r := range text {
		n++
		if r > 0xFFFF {
			n++
		}
	}
	return n
}

// attach returns the attachments after a change. Listed ones are kept and the
// others removed; no list keeps all. Uploads are added: by version 9 always, by
// version 10 if there is no list or they are on it.
func (s *Server) attach(old []Picture, list *[]attachment, r *request) ([]Picture, *apiError) {
	kept := old
	described := make(map[string]attachment)
	if list != nil {
		kept = nil
		for _, a := range *list {
			if i := slices.IndexFunc(old, func(p Picture) bool { return p.ID == a.id() }); i >= 0 {
				p := old[i]
				if a.Description != "" {
					p.Alt = a.Description
				}
				kept = append(kept, p)
				continue
			}
			if _, ok := r.files["files["+a.id()+"]"]; !ok {
				return nil, badForm("attachments: %s is neither an attachment nor an upload", a.id())
			}
			if characters(a.Description) > 1024 {
				return nil, badForm("attachments: a description has %d characters", characters(a.Description))
			}
			described[a.id()] = a
		}
	}
	kept = slices.Clone(kept)
	for n := range len(r.files) {
		file, ok := r.files["files["+strconv.Itoa(n)+"]"]
		if !ok {
			return nil, badForm("the files are not numbered from 0")
		}
		a, listed := described[strconv.Itoa(n)]
		if list != nil && !listed && r.version >= 10 {
			continue
		}
		kept = append(kept, Picture{ID: s.newID(), Name: file.name, Alt: a.Description, Data: file.data, Image: file.img})
	}
	if len(kept) > 10 {
		return nil, badForm("attachments: more than 10")
	}
	return kept, nil
}
