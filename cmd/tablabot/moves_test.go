package main

import (
	"bufio"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
)

const (
	tablaStart   = "tabla:-2,,,,,5,,3,,,,-5,5,,,,-3,,-5,,,,,2|0,0|0,0"
	gulbaraStart = "gulbara:,,,,,,,,,,,-15,,,,,,,,,,,,15|0,0|0,0"
)

// TestMoves holds what every line of input is answered.
func TestMoves(t *testing.T) {
	const (
		racing   = "tabla:,,,2,,,,,,,,,,,,,,,,,,,,|0,0|13,15"
		entering = "chelebi:,-1,,,,1,,,,,,,,,,,,-1,-2,-2,-2,,,|1,0|13,7"
		shut     = "chelebi:,,,,,,,,,,,,5,,,,,,-2,-2,-2,-2,-2,-2|1,0|9,3"
	)
	tests := []struct{ name, line, want string }{
		{"one die ends the game", `{"position":"tabla:,,,1,,,,,,,,,,,,,,,,,,,,|0,0|14,15","seat":0,"dice":[6,5]}`,
			`{"position":"tabla:,,,1,,,,,,,,,,,,,,,,,,,,|0,0|14,15","seat":0,"dice":[6,5],"playable":2,"ends":["tabla:,,,,,,,,,,,,,,,,,,,,,,,|0,0|15,15"]}`},
		{"one die of a stage", `{"position":"` + racing + `","seat":0,"dice":[3]}`,
			`{"position":"` + racing + `","seat":0,"dice":[3],"playable":1,"ends":["tabla:1,,,1,,,,,,,,,,,,,,,,,,,,|0,0|13,15"]}`},
		{"nothing can be played", `{"position":"tabla:,,,,,,,,,,,,,,,,,,-2,-2,-2,-2,-2,-2|1,0|14,3","seat":0,"dice":[2,1]}`,
			`{"position":"tabla:,,,,,,,,,,,,,,,,,,-2,-2,-2,-2,-2,-2|1,0|14,3","seat":0,"dice":[2,1],"playable":0,"ends":["tabla:,,,,,,,,,,,,,,,,,,-2,-2,-2,-2,-2,-2|1,0|14,3"]}`},
		{"other fields are left alone", `{"dice":[3],"id":7,"position":"` + racing + `","note":"x"}`,
			`{"position":"` + racing + `","seat":0,"dice":[3],"playable":1,"ends":["tabla:1,,,1,,,,,,,,,,,,,,,,,,,,|0,0|13,15"]}`},
		{"no JSON", `{"position":`, `{"error":"the line is not JSON: unexpected end of JSON input"}`},
		{"a blank line", "  ", `{"error":"the line is not JSON: unexpected end of JSON input"}`},
		{"no object", `[1,2]`, `{"error":"the line must be a JSON object, not a JSON array"}`},
		{"wrong kind", `{"position":3}`, `{"error":"the field \"position\" cannot hold a JSON number"}`},
		{"no position", `{"dice":[1,2]}`, `{"error":"position code \"\" does not begin with the name of a game and a colon"}`},
		{"unknown game", `{"position":"chess:8","dice":[1,2]}`, `{"error":"position code \"chess:8\" does not begin with the name of a game and a colon"}`},
		{"no such seat", `{"position":"` + tablaStart + `","seat":2,"dice":[1,2]}`, `{"error":"the seat is 0 or 1, not 2"}`},
		{"no dice", `{"position":"` + tablaStart + `"}`, `{"error":"a stage has one to four dice, not 0"}`},
		{"no such die", `{"position":"` + tablaStart + `","dice":[0,1]}`, `{"error":"a die shows 1 to 6, not 0"}`},
		{"no stage", `{"position":"` + tablaStart + `","dice":[1,2,1]}`, `{"error":"dice [1 2 1] are neither a pair nor equal"}`},
		{"a chain that runs to its end", `{"position":"` + gulbaraStart + `","seat":0,"dice":[6,6],"chain":true}`,
			`{"position":"` + gulbaraStart + `","seat":0,"dice":[6,6],"chain":[["gulbara:,,,,,,,,,,,-15,,,,,,4,,,,,,11|0,0|0,0",[]]]}`},
		{"a chain that the opponent goes on with", `{"position":"` + entering + `","seat":0,"dice":[3,3],"chain":true}`,
			`{"position":"` + entering + `","seat":0,"dice":[3,3],"chain":[["chelebi:,-1,1,,,,,,,,,,,,,,,-1,-2,-2,-2,1,,|0,0|13,7",[3,3,4,4,4,4,5,5,5,5,6,6,6,6]]]}`},
		{"a chain of which nothing can be played", `{"position":"` + shut + `","seat":0,"dice":[5,5],"chain":true}`,
			`{"position":"` + shut + `","seat":0,"dice":[5,5],"chain":[["` + shut + `",[]]]}`},
		{"no chain in the game", `{"position":"` + tablaStart + `","dice":[1,1],"chain":true}`,
			`{"error":"tabla has no escalating doubles: ask for one stage, without \"chain\""}`},
		{"a chain of different dice", `{"position":"` + gulbaraStart + `","dice":[3,1],"chain":true}`,
			`{"error":"a chain begins with two equal dice, such as [3,3], not [3 1]"}`},
		{"a chain of four dice", `{"position":"` + gulbaraStart + `","dice":[3,3,3,3],"chain":true}`,
			`{"error":"a chain begins with two equal dice, such as [3,3], not [3 3 3 3]"}`},
		{"a chain without dice", `{"position":"` + gulbaraStart + `","chain":true}`, `{"error":"a stage has one to four dice, not 0"}`},
		{"chain is no number", `{"position":"` + gulbaraStart + `","dice":[3,3],"chain":1}`, `{"error":"the field \"chain\" cannot hold a JSON number"}`},
	}
	var input, want strings.Builder
	for i, test := range tests { // no end of the last line
		if i > 0 {
			input.WriteString("\r\n")
		}
		input.WriteString(test.line)
		want.WriteString(test.want + "\n")
	}
	code, stdout, stderr := run(t, input.String(), nil, "moves")
	if code != 0 || stderr != "" {
		t.Errorf("code %d, %q", code, stderr)
	}
	if diff := gocmp.Diff(strings.Split(want.String(), "\n"), strings.Split(stdout, "\n")); diff != "" {
		t.Errorf("answers (-want +got):\n%s", diff)
	}
}

// TestHelpOfMoves names every field of a question and of its answer, and how a double is
// written.
func TestHelpOfMoves(t *testing.T) {
	_, stdout, _ := run(t, "", nil, "moves", "--help")
	for _, want := range []string{"    position ", "    seat ", "    dice ", "    chain ", "    playable ", "    ends ", "[6,6] is two sixes", "[6,6,6,6]"} {
		if !strings.Contains(stdout, want) {
			t.Errorf("the help lacks %q:\n%s", want, stdout)
		}
	}
}

func TestFirstRolls(t *testing.T) {
	for dice, want := range map[string][2]int{"6,1": {2, 10}, "5,3": {2, 9}, "1,1,1,1": {4, 42}, "5,5,5,5": {4, 4}} {
		_, stdout, _ := run(t, fmt.Sprintf(`{"position":%q,"seat":1,"dice":[%s]}`, tablaStart, dice), nil, "moves")
		var got plays
		if err := json.Unmarshal([]byte(stdout), &got); err != nil {
			t.Fatal(err)
		}
		if (got.Playable != want[0]) || len(got.Ends) != want[1] {
			t.Errorf("%s: %d dice and %d ends, want %v", dice, got.Playable, len(got.Ends), want)
		}
	}
}

// TestChains counts and holds the order: by position, then by dice.
func TestChains(t *testing.T) {
	tests := []struct {
		position string
		double   int
		want     int
	}{
		{gulbaraStart, 5, 44},
		{gulbaraStart, 4, 1601},
		{"gulbara:,,,,,,-2,-2,-2,-2,-3,-4,,,2,,,3,2,,2,,2,4|0,0|0,0", 3, 3817},
		{"chelebi:-2,,,,,5,,3,,,,-5,5,,,,-3,,-5,,,,,2|0,0|0,0", 3, 62_786},
	}
	for _, test := range tests {
		question := fmt.Sprintf(`{"position":%q,"dice":[%d,%d],"chain":true}`, test.position, test.double, test.double)
		_, stdout, _ := run(t, question, nil, "moves")
		var answer struct{ Chain [][2]any }
		if err := json.Unmarshal([]byte(stdout), &answer); err != nil {
			t.Fatal(err)
		}
		inOrder := slices.IsSortedFunc(answer.Chain, func(a, b [2]any) int {
			return cmp.Or(strings.Compare(a[0].(string), b[0].(string)), slices.CompareFunc(a[1].([]any), b[1].([]any),
				func(x, y any) int { return cmp.Compare(x.(float64), y.(float64)) }))
		})
		if len(answer.Chain) != test.want || !inOrder {
			t.Errorf("%s, %d-%d: %d pairs, in order %t; want %d", test.position, test.double, test.double, len(answer.Chain), inOrder, test.want)
		}
	}
}

func TestALongLineIsSkipped(t *testing.T) {
	good := `{"position":"` + tablaStart + `","seat":0,"dice":[5,5]}`
	input := strings.Repeat("x", maxLine+1) + "\n" + good + "\n" + strings.Repeat("y", 3*maxLine)
	_, stdout, _ := run(t, input, nil, "moves")
	lines := strings.Split(stdout, "\n")
	long := `{"error":"the line is longer than 1048576 bytes"}`
	if len(lines) != 4 || lines[0] != long || !strings.Contains(lines[1], `"playable":2`) || lines[2] != long {
		t.Errorf("answers: %.300q", lines)
	}
}

// TestAnswersDoNotWaitForMoreQuestions: who asks line by line gets line by line.
func TestAnswersDoNotWaitForMoreQuestions(t *testing.T) {
	questions, asking := io.Pipe()
	answering, answers := io.Pipe()
	ended := make(chan int)
	go func() {
		program := Main{Args: []string{"moves"}, Stdin: questions, Stdout: answers, Stderr: io.Discard}
		ended <- program.Run(t.Context())
		answers.Close()
	}()
	lines := bufio.NewScanner(answering)
	for range 3 {
		fmt.Fprintf(asking, "{\"position\":%q,\"dice\":[6,5]}\n", tablaStart)
		if !lines.Scan() || !strings.Contains(lines.Text(), `"ends":["tabla:`) {
			t.Fatalf("answer: %q, %v", lines.Text(), lines.Err())
		}
	}
	asking.Close()
	if code := <-ended; code != 0 {
		t.Errorf("code %d", code)
	}
}
