package render

// samples are scenes that have between them everything a picture can show. A
// theme's palette is made from them.
func samples() []*Scene {
	labels := [24]uint8{}
	for i := range labels {
		labels[i] = uint8(i + 1)
	}
	play := &Scene{
		Bars: [2]int{1, 2}, Off: [2]int{3, 4}, Labels: labels, Length: 7,
		Players: [2]Player{{Name: "Ana", Score: 3, Pips: 120, ToAct: true}, {Name: "Boris", Score: 2, Pips: 131}},
		Cube:    &Cube{Value: 2, Owner: 0},
		Movable: []Place{6, 8, 13, Bar},
		Arrows: []Arrow{
			{Seat: 1, From: 1, To: 12, Count: 2}, {Seat: 1, From: 17, To: 20, Hit: true},
			{Seat: 0, From: 24, To: 14}, {Seat: 0, From: 13, To: 7, Hit: true},
		},
	}
	for at, p := range map[int]Point{
		24: {Count: 2}, 13: {Count: 7}, 8: {Count: 3}, 6: {Count: 5}, 20: {Count: 2, Seat: 1, Pinned: true},
		1: {Count: 2, Seat: 1}, 12: {Count: 8, Seat: 1}, 17: {Count: 3, Seat: 1}, 19: {Count: 5, Seat: 1}, 7: {Count: 1, Pinned: true},
	} {
		play.Points[at-1] = p
	}
	for v := range uint8(2) {
		for seat := range uint8(2) {
			play.Dice = append(play.Dice, Die{Value: 5 + v, Seat: seat, Used: v == 0})
		}
	}
	end := *play
	end.Dice, end.Arrows, end.Movable = nil, nil, nil
	end.Homes = [2]Home{{Last: 1, First: 24}, {Last: 13, First: 12}}
	end.Cube = &Cube{Value: 4, Owner: 0, Offered: true, To: 1}
	end.Result = &Result{Winner: 0, Points: 6}
	return []*Scene{play, &end}
}
