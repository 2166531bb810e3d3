package courier

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"

	"tablabot/bot"
	"tablabot/render"
)

// fingerprint identifies what readers of a screen see; whom a post of it would
// notify is no part of that.
func fingerprint(screen *bot.Screen) (string, error) {
	seen := struct {
		Scene  *render.Scene
		Text   bot.Text
		Alt    string
		Groups []bot.Group
	}{screen.Scene, screen.Text, screen.Alt, screen.Groups}
	return digest("screen", seen)
}

// sceneName identifies a picture.
func sceneName(scene *render.Scene) (string, error) { return digest("scene", scene) }

// digest returns 22 letters that stand for a value's JSON form.
func digest(what string, value any) (string, error) {
	data, err := json.Marshal(value)
	if err != nil {
		return "", fmt.Errorf("identify a %s: %w", what, err)
	}
	sum := sha256.Sum256(data)
	return base64.RawURLEncoding.EncodeToString(sum[:16]), nil
}
