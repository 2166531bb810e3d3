package equity

import (
	"testing"

	"tablabot/engine/ai/net"
)

var sink float32

func BenchmarkCubeful(b *testing.B) {
	contact := net.Chances{0.004, 0.13, 0.34, 0, 0.38, 0.14, 0.006}
	for _, state := range []struct {
		name string
		State
	}{
		{"money", State{Cube: 1, Jacoby: true}},
		{"to 3", State{Length: 3, Cube: 1}},
		{"to 7", State{Length: 7, Cube: 1}},
		{"to 7, cube 2", State{Length: 7, Cube: 2, Owner: Mine}},
		{"to 25", State{Length: 25, Cube: 1}},
		{"dead", State{Length: 7, Cube: 8, Owner: His}},
	} {
		s, err := New(state.State, nil)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(state.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				sink += s.Cubeful(&contact, 0.68)
			}
		})
	}
}
