package ai

// Level is how strong the computer plays, from 1 to [Levels].
type Level int

// Levels is the strongest level.
const Levels Level = 6

// strength is what a level does: how far it looks, and how far it misjudges.
type strength struct {
	depth Depth
	blur  float32 // standard deviation of what it misjudges a play by, in points
}

// strength returns what the level does. A weak player sees every play, but
// misjudges it: by little a small choice, by much only where much is unclear.
func (l Level) strength() strength {
	return [Levels]strength{
		{blur: 0.30},
		{blur: 0.15},
		{blur: 0.07},
		{},
		{depth: Full().First(1)},
		{depth: Full()},
	}[min(max(l, 1), Levels)-1]
}
