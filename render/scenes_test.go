package render

// The scenes of the golden pictures, of the benchmark and of the checks.

// position is points by physical number; a negative count is seat 1's.
type position map[int]int

func points(p position) (points [24]Point) {
	for at, n := range p {
		if n > 0 {
			points[at-1] = Point{Count: n}
		} else {
			points[at-1] = Point{Count: -n, Seat: 1}
		}
	}
	return points
}

// numbersOf are the labels in a seat's numbering.
func numbersOf(h Home) (labels [24]uint8) {
	for own := 1; own <= 24; own++ {
		labels[h.physical(own)-1] = uint8(own)
	}
	return labels
}

var (
	start = position{24: 2, 13: 5, 8: 3, 6: 5, 1: -2, 12: -5, 17: -3, 19: -5}

	parallelHomes = [2]Home{{Last: 1, First: 24}, {Last: 13, First: 12}}
)

var heads = position{24: 15, 12: -15}

// parallel makes a game of both sides going the same way round.
func parallel(s *Scene) {
	s.Homes, s.Cube = parallelHomes, nil
	s.Labels = numbersOf(parallelHomes[0])
	s.Players[0].Pips, s.Players[1].Pips = 360, 360
}

// chain is so many dice of a value, which are being played, and four of every higher
// one to come.
func chain(seat, value uint8, n int) (dice []Die) {
	for range n {
		dice = append(dice, Die{Value: value, Seat: seat})
	}
	for v := value + 1; v <= 6; v++ {
		for range 4 {
			dice = append(dice, Die{Value: v, Seat: seat, Later: true})
		}
	}
	return dice
}

// scene is a usual game that a change is made to.
func scene(p position, change func(*Scene)) *Scene {
	s := &Scene{
		Points:  points(p),
		Labels:  numbersOf(usualHomes[0]),
		Homes:   usualHomes,
		Length:  7,
		Players: [2]Player{{Name: "Ana", Score: 2, Pips: 167, ToAct: true}, {Name: "Boris", Score: 4, Pips: 167}},
		Cube:    &Cube{Value: 1, Owner: Centre},
	}
	if change != nil {
		change(s)
	}
	return s
}

func scenes() map[string]*Scene {
	contact := position{24: 1, 18: 1, 13: 4, 8: 3, 6: 4, 5: 2, 1: -1, 4: -1, 12: -4, 16: -1, 17: -3, 19: -5}
	return map[string]*Scene{
		"start": scene(start, func(s *Scene) {
			s.Dice = []Die{{Value: 6}, {Value: 1, Seat: 1}}
		}),
		"contact": scene(contact, func(s *Scene) {
			s.Dice = []Die{{Value: 4, Used: true}, {Value: 2}}
			s.Arrows = []Arrow{
				{Seat: 1, From: 12, To: 16}, {Seat: 1, From: 1, To: 4},
				{Seat: 0, From: 24, To: 18},
			}
			s.Movable = []Place{24, 18, 13, 8, 6}
			s.Players[0].Pips, s.Players[1].Pips = 150, 159
			s.Cube = &Cube{Value: 2, Owner: 1}
		}),
		"bar": scene(position{13: 5, 8: 3, 6: 4, 5: 2, 3: -2, 12: -4, 17: -3, 19: -3, 20: -1, 21: -1}, func(s *Scene) {
			s.Theme = "dark"
			s.Bars = [2]int{1, 1}
			s.Dice = []Die{{Value: 3}, {Value: 5}}
			s.Arrows = []Arrow{{Seat: 1, From: 17, To: 21, Hit: true}, {Seat: 1, From: 12, To: 20, Count: 1}}
			s.Movable = []Place{Bar}
			s.Players[0].Pips, s.Players[1].Pips = 148, 151
		}),
		"bearoff": scene(position{1: 2, 2: 2, 3: 1, 24: -3, 23: -2, 21: -1}, func(s *Scene) {
			s.Off = [2]int{10, 9}
			s.Dice = []Die{{Value: 6, Seat: 1, Used: true}, {Value: 6, Seat: 1, Used: true}, {Value: 6, Seat: 1}, {Value: 6, Seat: 1}}
			s.Players[0].ToAct, s.Players[1].ToAct = false, true
			s.Labels = numbersOf(usualHomes[1])
			s.Arrows = []Arrow{{Seat: 0, From: 5, To: Tray}, {Seat: 0, From: 3, To: Tray}, {Seat: 1, From: 19, To: Tray, Count: 2}}
			s.Movable = []Place{24, 23, 21}
			s.Cube = &Cube{Value: 4, Owner: 0}
			s.Players[0].Pips, s.Players[1].Pips = 9, 11
		}),
		"stacks": scene(position{6: 9, 8: 2, 13: 3, 10: 1, 12: -12, 24: -3}, func(s *Scene) {
			s.Theme = "contrast"
			s.Dice = []Die{{Value: 3, Used: true}, {Value: 3, Used: true}, {Value: 3, Used: true}, {Value: 3}}
			s.Arrows = []Arrow{{Seat: 0, From: 13, To: 10, Hit: true}, {Seat: 0, From: 13, To: 6, Count: 2}, {Seat: 1, From: 12, To: 24, Count: 3}}
			s.Movable = []Place{6, 8, 13}
			s.Bottom = 1
			s.Length = 0
			s.Cube = &Cube{Value: 64, Owner: 1}
		}),
		"offer": scene(contact, func(s *Scene) {
			s.Cube = &Cube{Value: 2, Owner: Centre, Offered: true, To: 1}
			s.Players[0].ToAct, s.Players[1].ToAct = false, true
		}),
		"tapa": scene(position{24: 3, 18: 2, 10: 1, 7: 4, 1: -6, 12: -1, 15: -2, 20: -2}, func(s *Scene) {
			s.Points[17].Pinned = true
			s.Points[11].Pinned = true
			s.Points[6].Pinned = true
			s.Points[0].Pinned = true
			s.Cube = nil
			s.Dice = []Die{{Value: 6}, {Value: 2}}
			s.Movable = []Place{18, 24, 7}
			s.Players[0].Name, s.Players[1].Name = "Δημήτρης", "Ђорђе Живковић"
		}),
		"mothers": scene(position{24: -3, 1: 2, 12: -1, 7: 5, 8: 4, 6: 2, 5: 1, 13: -4, 18: -3, 19: -2}, func(s *Scene) {
			s.Theme = "dark"
			s.Points[23].Pinned = true // seat 0's mother
			s.Points[11].Pinned = true
			s.Points[6].Pinned = true
			s.Cube = nil
			s.Labels = numbersOf(usualHomes[1])
			s.Dice = []Die{{Value: 5, Seat: 1}, {Value: 4, Seat: 1, Used: true}}
			s.Players[0].ToAct, s.Players[1].ToAct = false, true
			s.Arrows = []Arrow{{Seat: 0, From: 13, To: 7, Count: 2}, {Seat: 1, From: 20, To: 24}}
			s.Movable = []Place{24, 18, 12}
		}),
		"pins": scene(position{24: -2, 20: 4, 15: 8, 10: 1, 1: 1, 12: -5, 7: -1, 5: -7, 18: -1}, func(s *Scene) {
			s.Theme = "contrast"
			for _, at := range []int{24, 20, 15, 10, 12, 7, 5} {
				s.Points[at-1].Pinned = true
			}
			s.Cube = nil
			s.Dice = []Die{{Value: 6}, {Value: 2, Used: true}}
			s.Movable = []Place{20, 10}
		}),
		"nardy-start": scene(heads, func(s *Scene) {
			parallel(s)
			s.Dice = []Die{{Value: 6}, {Value: 3}}
			s.Movable = []Place{24}
		}),
		"gulbara-start": scene(heads, func(s *Scene) {
			parallel(s)
			s.Theme = "dark"
			s.Bottom, s.Labels = 1, numbersOf(parallelHomes[1])
			s.Players[0].ToAct, s.Players[1].ToAct = false, true
		}),
		"fevga-start": scene(heads, func(s *Scene) {
			parallel(s)
			s.Theme = "contrast"
			s.Labels = numbersOf(parallelHomes[1])
			s.Dice = []Die{{Value: 2, Seat: 1}, {Value: 1, Seat: 1}}
			s.Players[0].ToAct, s.Players[1].ToAct = false, true
		}),
		"ways": scene(start, func(s *Scene) {
			s.Ways = true
			s.Players = [2]Player{{Pips: 167}, {Pips: 167}}
			s.Length = 0
		}),
		"chain": scene(position{24: 6, 22: 1, 21: 1, 18: 2, 16: 1, 14: 3, 11: 1, 12: -9, 10: -2, 7: -1, 6: -1, 3: -2}, func(s *Scene) {
			parallel(s)
			s.Dice = chain(0, 1, 4)
			for i := range s.Dice[:2] {
				s.Dice[i].Used = true
			}
			s.Arrows = []Arrow{
				{Seat: 1, From: 12, To: 3, Count: 2}, {Seat: 1, From: 10, To: 7},
				{From: 24, To: 14, Count: 3}, {From: 24, To: 18, Count: 2}, {From: 24, To: 16}, {From: 24, To: 11}, {From: 24, To: 22},
			}
			s.Movable = []Place{24, 22, 21, 18, 16, 14, 11}
			s.Players[0].Name, s.Players[1].Name = "Стефан Миладинов", "علي بابا"
		}),
		"remainder": scene(position{24: 9, 20: 2, 18: 1, 16: 2, 6: 1, 12: -10, 8: -2, 5: -1, 3: -2}, func(s *Scene) {
			parallel(s)
			s.Theme = "dark"
			s.Dice = chain(1, 3, 2)
			for i := range s.Dice {
				s.Dice[i].Rest = true
			}
			s.Dice[0].Used = true
			s.Arrows = []Arrow{{Seat: 0, From: 24, To: 16, Count: 2}, {Seat: 1, From: 12, To: 3}}
			s.Movable = []Place{12, 8, 5}
			s.Labels = numbersOf(parallelHomes[1])
			s.Players[0].ToAct, s.Players[1].ToAct = false, true
		}),
		"names": scene(position{24: -3, 18: 2, 15: 2, 6: -10, 3: 9, 1: 2}, func(s *Scene) {
			s.Theme = "dark"
			s.Homes = parallelHomes
			s.Bottom = 1
			s.Labels = numbersOf(parallelHomes[1])
			s.Off = [2]int{2, 0}
			s.Players[0] = Player{Name: "محمد (پدر) ☺ 한국", Score: -3, Pips: 88}
			s.Players[1] = Player{Name: "👩‍🚀🇷🇸", Score: 12, Pips: 240, ToAct: true}
			s.Length = 0
			s.Cube = &Cube{Value: 1024, Owner: 0}
			s.Dice = []Die{{Value: 4, Seat: 1}, {Value: 1, Seat: 1}}
		}),
		"draw": scene(position{24: -15, 1: 15}, func(s *Scene) {
			s.Theme = "contrast"
			s.Result = &Result{Winner: Centre}
			s.Players[0].ToAct = false
			s.Cube = &Cube{Value: 8, Owner: 0, Offered: true, To: 1}
		}),
		"result": scene(position{24: -3, 23: -2, 19: -2, 7: -2}, func(s *Scene) {
			s.Off = [2]int{15, 6}
			s.Players[0] = Player{Name: "Ἀλέξανδρος 👩‍🚀 ⚀", Score: 6, Pips: 0}
			s.Players[1] = Player{Name: "שלום Maximilian Bartholomew von Habsburg-Lothringen", Score: 4, Pips: 61}
			s.Result = &Result{Winner: 0, Points: 4}
			s.Cube = &Cube{Value: 2, Owner: 0}
			s.Arrows = []Arrow{{Seat: 0, From: 2, To: Tray, Count: 2}}
		}),
	}
}
