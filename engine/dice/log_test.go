package dice

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestRolls(t *testing.T) {
	log := []string{"start", "opening 3 3", "opening 1 4", "play 1 24.4 6.1", "double 0", "take 1", "roll 0 2 6", "play 0"}
	got, err := Rolls(log)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([][2]int{{3, 3}, {1, 4}, {2, 6}}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if _, err := Rolls([]string{"start", "roll 0 7 1"}); err == nil {
		t.Error("a die of seven was read")
	}
}
