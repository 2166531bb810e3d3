package render

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
)

// version changes whenever the same scene gives another picture, so that no old
// picture is taken for the new one.
const version = 4

// Hash names the picture of a scene: equal scenes have equal names.
func (s *Scene) Hash() string {
	text, err := json.Marshal(s)
	if err != nil {
		// A scene has nothing that JSON cannot say; %v still tells scenes apart.
		text = fmt.Appendf(nil, "%+v", s)
	}
	sum := sha256.Sum256(fmt.Appendf(text, "\n%d", version))
	return hex.EncodeToString(sum[:16])
}
