package ai

// Level is how strong the computer plays, from 1, a beginner, to [Levels].
type Level int

// Levels is the strongest level.
const Levels Level = 6

// Strength is how far a player looks, and how far he misjudges. The zero value judges
// every play by the position it ends in, as well as the networks can.
type Strength struct {
	Depth Depth
	Blur  float32 // standard deviation of what he misjudges a play by, in points; the cube, by half of it
}

// Plies returns the strength of a search of so many plies, up to the full search, that
// misjudges nothing on purpose.
func Plies(n int) Strength { return Strength{Depth: Full().First(n)} }

// Strength returns what the level does. A weak player sees every play, but misjudges it:
// by little a small choice, by much only where much is unclear. The deviations make steps
// between levels about equal; STRENGTH.md has them measured.
func (l Level) Strength() Strength {
	return [Levels]Strength{
		{Blur: 0.20},
		{Blur: 0.15},
		{Blur: 0.11},
		{Blur: 0.07},
		{Blur: 0.04, Depth: Full().First(1)},
		{Depth: Full()},
	}[min(max(l, 1), Levels)-1]
}
