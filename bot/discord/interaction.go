package discord

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"tablabot/bot"
)

// Kinds of interactions.
const (
	kindCommand   = 2
	kindComponent = 3
	kindComplete  = 4
	kindModal     = 5
)

// Where an interaction took place.
const contextBotDM = 1

// Bits of permissions.
const (
	mayAdminister     = 1 << 3
	mayManageChannels = 1 << 4
	mayManageGuild    = 1 << 5
	mayAttachFiles    = 1 << 15
)

// interaction is what the door reads of an INTERACTION_CREATE event. The library's
// own type fails on components that it does not know.
type interaction struct {
	ID             string          `json:"id"`
	ApplicationID  string          `json:"application_id"`
	Type           int             `json:"type"`
	Token          string          `json:"token"`
	GuildID        string          `json:"guild_id"`
	ChannelID      string          `json:"channel_id"`
	Context        *int            `json:"context"`
	Locale         string          `json:"locale"`
	AppPermissions string          `json:"app_permissions"`
	Channel        *channel        `json:"channel"`
	Member         *member         `json:"member"`
	User           *user           `json:"user"`
	Message        *tappedMessage  `json:"message"`
	Data           interactionData `json:"data"`

	received time.Time
}

type channel struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

type user struct {
	ID         string `json:"id"`
	Username   string `json:"username"`
	GlobalName string `json:"global_name"`
}

type member struct {
	User        *user  `json:"user"`
	Nick        string `json:"nick"`
	Permissions string `json:"permissions"`
}

type tappedMessage struct {
	ID         string          `json:"id"`
	Components json.RawMessage `json:"components"`
}

type interactionData struct {
	Name       string       `json:"name"`
	Options    []optionData `json:"options"`
	CustomID   string       `json:"custom_id"`
	Values     []string     `json:"values"`
	Components []component  `json:"components"`
	Resolved   struct {
		Users   map[string]user   `json:"users"`
		Members map[string]member `json:"members"`
	} `json:"resolved"`
}

type optionData struct {
	Name    string          `json:"name"`
	Type    int             `json:"type"`
	Value   json.RawMessage `json:"value"`
	Focused bool            `json:"focused"`
}

// readInteraction decodes an event's data.
func readInteraction(raw []byte, now time.Time) (*interaction, error) {
	in := &interaction{received: now}
	if err := json.Unmarshal(raw, in); err != nil {
		return nil, fmt.Errorf("decode an interaction: %w", err)
	}
	switch {
	case in.ID == "" || in.Token == "" || in.ApplicationID == "":
		return nil, errors.New("an interaction has no id")
	case in.ChannelID == "" && (in.Channel == nil || in.Channel.ID == ""):
		return nil, fmt.Errorf("interaction %s has no channel", in.ID)
	case in.sender() == nil:
		return nil, fmt.Errorf("interaction %s has no sender", in.ID)
	}
	if in.ChannelID == "" {
		in.ChannelID = in.Channel.ID
	}
	return in, nil
}

func (in *interaction) sender() *user {
	if in.Member != nil && in.Member.User != nil {
		return in.Member.User
	}
	return in.User
}

func (in *interaction) chat() bot.ChatKey { return bot.ChatKey(keyPrefix + in.ChannelID) }

// private reports whether it took place between one person and the bot.
func (in *interaction) private() bool { return in.Context != nil && *in.Context == contextBotDM }

// grant returns the right the interaction gives over its message.
func (in *interaction) grant() grant {
	return grant{app: in.ApplicationID, secret: in.Token, message: "@original", until: in.received.Add(tokenLife)}
}

// customID returns what was tapped: a button, or the chosen line of a select.
func (in *interaction) customID() string {
	if len(in.Data.Values) > 0 {
		return in.Data.Values[0]
	}
	return in.Data.CustomID
}

// label returns what stands on the tapped button, empty if it is not found.
func (in *interaction) label() string {
	if in.Message == nil {
		return ""
	}
	var rows []component
	if json.Unmarshal(in.Message.Components, &rows) != nil {
		return ""
	}
	for _, row := range rows {
		for _, c := range row.Components {
			for _, o := range c.Options {
				if o.Value == in.customID() {
					return o.Label
				}
			}
			if c.CustomID == in.customID() {
				return c.Label
			}
		}
	}
	return ""
}

// event translates the interaction.
func (in *interaction) event() (bot.Event, error) {
	e := bot.Event{
		Key:     keyPrefix + in.ID,
		Time:    in.received,
		Chat:    in.chat(),
		Private: in.private(),
		Person:  in.person(),
	}
	if in.Channel != nil {
		e.Title = in.Channel.Name
	}
	if in.Message != nil {
		e.Ref = bot.BoardRef(in.Message.ID)
	}
	_, data, _ := splitPrompt(in.customID())
	switch in.Type {
	case kindCommand:
		e.Kind, e.Command = bot.Command, strings.ToLower(in.Data.Name)
		e.Options, e.Args = in.Data.options()
	case kindComponent:
		e.Kind, e.Data = bot.Tap, data
	case kindModal:
		e.Kind, e.Data, e.Text = bot.Say, data, strings.TrimSpace(typed(in.Data.Components))
	default:
		return e, fmt.Errorf("interaction %s is of the unknown kind %d", in.ID, in.Type)
	}
	return e, nil
}

func (in *interaction) person() bot.Person {
	who := in.sender()
	p := bot.Person{
		Key:      personKey(who.ID),
		Name:     cmp.Or(who.GlobalName, who.Username),
		Handle:   who.Username,
		Language: in.Locale,
		Admin:    in.private(),
	}
	if in.Member != nil {
		p.Name = cmp.Or(in.Member.Nick, p.Name)
		bits, _ := strconv.ParseUint(in.Member.Permissions, 10, 64)
		p.Admin = bits&(mayAdminister|mayManageChannels|mayManageGuild) != 0
	}
	return p
}

// options returns the options by name and as one line.
func (d *interactionData) options() (named map[string]string, line string) {
	named = make(map[string]string)
	var words []string
	for _, o := range d.Options {
		value := o.text()
		word := value
		if o.Type == int(User) {
			named[o.Name+".name"] = d.nameOf(value)
			word, value = "<@"+value+">", keyPrefix+value
		}
		named[o.Name] = value
		words = append(words, o.Name+"="+word)
	}
	return named, strings.Join(words, " ")
}

func (d *interactionData) nameOf(id string) string {
	who := d.Resolved.Users[id]
	return cmp.Or(d.Resolved.Members[id].Nick, who.GlobalName, who.Username)
}

// text returns the option's value as text, whatever its type.
func (o *optionData) text() string {
	var s string
	if json.Unmarshal(o.Value, &s) == nil {
		return s
	}
	return string(o.Value)
}

// keyPrefix begins every key of the door.
const keyPrefix = Name + ":"

func personKey(id string) bot.PersonKey { return bot.PersonKey(keyPrefix + id) }

// idOf returns the platform's id in a key of the door.
func idOf(key string) (string, bool) {
	id, ok := strings.CutPrefix(key, keyPrefix)
	if !ok || id == "" || strings.Trim(id, "0123456789") != "" {
		return "", false
	}
	return id, true
}
