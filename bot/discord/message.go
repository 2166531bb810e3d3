package discord

import (
	"slices"
	"strings"

	"tablabot/bot"
)

// Flags of a message.
const (
	flagNoEmbeds  = 1 << 2  // no previews of links
	flagEphemeral = 1 << 6  // for one person's eyes
	flagSilent    = 1 << 12 // notifies nobody
)

const (
	pictureName = "board.png"
	maxAlt      = 1024
	maxMentions = 100
)

// message is what the platform is told a message shall be. The library's own types
// lack the nonce, the descriptions and the flags.
type message struct {
	Content      string        `json:"content"`
	Components   []component   `json:"components"`
	Attachments  *[]attachment `json:"attachments,omitempty"` // nil leaves those of an edited message
	Mentions     mentions      `json:"allowed_mentions"`
	Flags        int           `json:"flags,omitempty"`
	Nonce        string        `json:"nonce,omitempty"`
	EnforceNonce bool          `json:"enforce_nonce,omitempty"`

	files []file
}

// attachment describes an upload, by its place among the files.
type attachment struct {
	ID          string `json:"id"`
	Filename    string `json:"filename"`
	Description string `json:"description,omitempty"`
}

// mentions says who may be notified. An absent list would allow everybody.
type mentions struct {
	Parse []string `json:"parse"`
	Users []string `json:"users,omitempty"`
}

func nobody() mentions { return mentions{Parse: []string{}} }

// posted is what the door reads of a message that the platform returns.
type posted struct {
	ID string `json:"id"`
}

// compose makes the message of a screen, as an edit would need it.
func (d *Door) compose(r bot.Rendered) message {
	m := message{Mentions: nobody(), Components: []component{}}
	m.Content = markdown(r.Text, maxContent)
	if rows, left := components(r.Groups, d.prompts.identify); len(rows) > 0 {
		m.Components = rows
		if left > 0 {
			d.log.Warn("buttons found no place in a message", "left", left)
		}
	}
	m.Attachments = &[]attachment{}
	if r.PNG != nil {
		m.Attachments = &[]attachment{{ID: "0", Filename: pictureName, Description: clip(r.Alt, maxAlt)}}
		m.files = []file{{name: pictureName, kind: "image/png", data: r.PNG}}
	}
	if m.Content == "" && len(m.files) == 0 {
		m.Content = "·" // the platform refuses an empty message
	}
	return m
}

// asNew makes an edit a new message: it notifies those it should. Whoever is not
// named in the text is named below it, since only names in the text notify.
func (m message) asNew(r bot.Rendered) message {
	m.Flags = flagNoEmbeds
	if r.Silent {
		m.Flags |= flagSilent
		return m
	}
	var missing []string
	for _, person := range r.Mention {
		id, ok := idOf(string(person))
		if !ok || slices.Contains(m.Mentions.Users, id) || len(m.Mentions.Users) == maxMentions {
			continue
		}
		m.Mentions.Users = append(m.Mentions.Users, id)
		if name := "<@" + id + ">"; !strings.Contains(m.Content, name) {
			missing = append(missing, name)
		}
	}
	if len(missing) > 0 {
		m.Content = strings.TrimPrefix(m.Content+"\n"+strings.Join(missing, " "), "\n")
		if length(m.Content) > maxContent {
			m.Content = markdown(r.Text, maxContent-1-length(strings.Join(missing, " "))) + "\n" + strings.Join(missing, " ")
		}
	}
	return m
}

// ephemeral makes a new message one for the eyes of whom it answers.
func (m message) ephemeral() message {
	m.Flags = m.Flags&^flagSilent | flagNoEmbeds | flagEphemeral
	return m
}

// sentence is a message of one plain text for one person.
func sentence(text string) message {
	return message{
		Content:    markdown(bot.Text{{Text: text}}, maxContent),
		Components: []component{},
		Mentions:   nobody(),
	}.ephemeral()
}
