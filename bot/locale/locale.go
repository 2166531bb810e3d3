package locale

import (
	"embed"
	"fmt"
	"path"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/nicksnyder/go-i18n/v2/i18n"
	"golang.org/x/text/language"

	"tablabot/bot"
)

//go:embed *.yaml
var catalogues embed.FS

// Locale is all catalogues. Make one with [New]; it is safe for concurrent use.
type Locale struct {
	bundle  *i18n.Bundle
	ids     []string // of the English messages
	tags    []language.Tag
	matcher language.Matcher
}

// New reads the catalogues. English is the language of whatever another lacks.
func New() (*Locale, error) {
	bundle := i18n.NewBundle(language.English)
	bundle.RegisterUnmarshalFunc("yaml", yaml.Unmarshal)
	files, err := catalogues.ReadDir(".")
	if err != nil {
		return nil, fmt.Errorf("read catalogues: %w", err)
	}
	tags := []language.Tag{language.English}
	var ids []string
	for _, file := range files {
		catalogue, err := bundle.LoadMessageFileFS(catalogues, file.Name())
		if err != nil {
			return nil, fmt.Errorf("read catalogue %s: %w", file.Name(), err)
		}
		if tag := language.Make(strings.TrimSuffix(file.Name(), path.Ext(file.Name()))); tag != language.English {
			tags = append(tags, tag)
			continue
		}
		for _, message := range catalogue.Messages {
			ids = append(ids, message.ID)
		}
	}
	return &Locale{bundle: bundle, ids: ids, tags: tags, matcher: language.NewMatcher(tags)}, nil
}

// Languages returns the tags of all catalogues, English first.
func (l *Locale) Languages() []string {
	names := make([]string, len(l.tags))
	for i, tag := range l.tags {
		names[i] = tag.String()
	}
	return names
}

// Words returns the words for the first of the language tags that a catalogue
// fits, or English. Tags come from platforms and may be empty or nonsense.
func (l *Locale) Words(tags ...string) *Words {
	for _, text := range tags {
		tag, err := language.Parse(text)
		if err != nil {
			continue
		}
		// Below High, "related" languages match that their speakers do not read.
		if _, i, confidence := l.matcher.Match(tag); confidence >= language.High {
			return l.in(l.tags[i].String())
		}
	}
	return l.in("en")
}

func (l *Locale) in(tag string) *Words {
	return &Words{Language: tag, locale: l, localizer: i18n.NewLocalizer(l.bundle, tag)}
}

// Words is one language's words.
type Words struct {
	Language  string // tag of the catalogue
	locale    *Locale
	localizer *i18n.Localizer
}

// Args fill a message: a text, an int, a [bot.Span], or a [bot.Text]. "Count", an int,
// chooses the plural form.
type Args map[string]any

// Text returns the message with the id, filled.
func (w *Words) Text(id string, args Args) bot.Text {
	data := make(map[string]any, len(args))
	var marked []bot.Text
	for name, value := range args {
		switch v := value.(type) {
		case bot.Span:
			data[name] = placeholder(len(marked))
			marked = append(marked, bot.Text{v})
		case bot.Text:
			data[name] = placeholder(len(marked))
			marked = append(marked, v)
		case int:
			data[name] = v
		default: // not to be read as marks
			data[name] = placeholder(len(marked))
			marked = append(marked, bot.Text{{Text: fmt.Sprint(v)}})
		}
	}
	text, err := w.localizer.Localize(&i18n.LocalizeConfig{MessageID: id, TemplateData: data, PluralCount: args["Count"]})
	if err != nil { // the message has one form for every number
		text, err = w.localizer.Localize(&i18n.LocalizeConfig{MessageID: id, TemplateData: data})
	}
	if err != nil {
		text = "‹" + id + "›" // a test proves that no id is missing
	}
	return assemble(text, marked)
}

// String returns the message with the id, filled and without marks.
func (w *Words) String(id string, args Args) string { return w.Text(id, args).String() }

// Has reports whether there is a message with the id.
func (w *Words) Has(id string) bool {
	_, err := w.localizer.Localize(&i18n.LocalizeConfig{MessageID: id})
	return err == nil
}

// IDs returns the ids of all messages.
func (w *Words) IDs() []string { return w.locale.ids }
