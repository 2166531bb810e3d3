package net

import "sync"

// escapes returns, for each pattern of blocked points before a checker (bit 11 is
// the next point, bit 0 the twelfth), how many of the 36 rolls bring that checker
// past the last blocked point of the next eight.
var escapes = sync.OnceValue(func() *[4096]uint8 {
	var table [4096]uint8
	for pattern := range table {
		for a := 1; a <= 6; a++ {
			for b := 1; b <= 6; b++ {
				if farthest(pattern, a, b) > lastBlocked(pattern) {
					table[pattern]++
				}
			}
		}
	}
	return &table
})

// blockedAt reports whether the point so far ahead is blocked.
func blockedAt(pattern, distance int) bool {
	return distance <= 12 && pattern>>(12-distance)&1 != 0
}

func lastBlocked(pattern int) int {
	for distance := 8; distance > 0; distance-- {
		if blockedAt(pattern, distance) {
			return distance
		}
	}
	return 0
}

// farthest returns how far one checker can come with a roll.
func farthest(pattern, a, b int) int {
	reach := 0
	if a == b {
		for n := 1; n <= 4 && !blockedAt(pattern, n*a); n++ {
			reach = n * a
		}
		return reach
	}
	for _, order := range [2][2]int{{a, b}, {b, a}} {
		if blockedAt(pattern, order[0]) {
			continue
		}
		reach = max(reach, order[0])
		if !blockedAt(pattern, a+b) {
			reach = a + b
		}
	}
	return reach
}

// ahead returns the pattern of the twelve points before a place.
func ahead(blocked uint32, place int) uint32 {
	return uint32(uint64(blocked)<<12>>uint(place)) & 4095
}
