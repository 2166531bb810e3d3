package talk

import (
	"slices"
	"strings"
)

// similar returns the one of the words that somebody who typed the other most likely
// meant: a word that it begins, or the nearest one that differs by a letter in three at
// most. It is empty if there is none.
func similar(typed string, words []string) string {
	const shortest = 3
	if len(typed) < shortest {
		return ""
	}
	if i := slices.IndexFunc(words, func(word string) bool { return strings.HasPrefix(word, typed) }); i >= 0 {
		return words[i]
	}
	best, nearest := "", 0
	for _, word := range words {
		if d := distance(typed, word); 3*d <= len(word) && (best == "" || d < nearest) {
			best, nearest = word, d
		}
	}
	return best
}

// SimilarGame returns the key of the game that somebody who typed the word most likely
// meant, or nothing.
func SimilarGame(typed string) string { return similar(strings.ToLower(typed), Games()) }

// distance is Levenshtein's: how many letters must be added, left out or changed to
// make one word of the other.
func distance(a, b string) int {
	from, to := []rune(a), []rune(b)
	row := make([]int, len(to)+1)
	for j := range row {
		row[j] = j
	}
	for i := range from {
		diagonal := row[0]
		row[0] = i + 1
		for j := range to {
			changed := diagonal
			if from[i] != to[j] {
				changed++
			}
			diagonal = row[j+1]
			row[j+1] = min(changed, row[j]+1, diagonal+1)
		}
	}
	return row[len(to)]
}
