package courier

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"

	"tablabot/bot"
)

// fingerprint identifies what readers of a screen see; whom a post of it would
// notify is no part of that.
func fingerprint(screen *bot.Screen) (string, error) {
	seen := struct {
		Picture string
		Text    bot.Text
		Alt     string
		Groups  []bot.Group
	}{"", screen.Text, screen.Alt, screen.Groups}
	if screen.Scene != nil {
		seen.Picture = screen.Scene.Hash()
	}
	data, err := json.Marshal(seen)
	if err != nil {
		return "", fmt.Errorf("identify a screen: %w", err)
	}
	sum := sha256.Sum256(data)
	return base64.RawURLEncoding.EncodeToString(sum[:16]), nil
}
