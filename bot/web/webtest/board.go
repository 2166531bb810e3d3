package webtest

import (
	"fmt"
	"slices"
	"strings"
)

// Board is a message of the bot as a window shows it.
type Board struct {
	Ref     string   `json:"ref"`
	Text    string   `json:"text"`
	Alt     string   `json:"alt"`     // of its picture
	Picture string   `json:"picture"` // the picture's address; empty without one
	Drawn   bool     `json:"drawn"`   // the picture has arrived
	Turn    bool     `json:"turn"`    // it is marked as waiting for this window
	Buttons []Button `json:"buttons"`
}

// Button is a button under a board.
type Button struct {
	Label string `json:"label"`
	Data  string `json:"data"`
	Style string `json:"style"` // "", "primary", "success", "danger"
	Busy  bool   `json:"busy"`  // pressed and not answered yet
}

// Labels returns the labels of the board's buttons.
func (b Board) Labels() []string {
	labels := make([]string, 0, len(b.Buttons))
	for _, button := range b.Buttons {
		labels = append(labels, button.Label)
	}
	return labels
}

// Has reports whether the board has a button whose label contains the text.
func (b Board) Has(label string) bool {
	return slices.ContainsFunc(b.Buttons, func(button Button) bool { return strings.Contains(button.Label, label) })
}

// latest finds the newest message with buttons, or else the newest of the bot.
const latest = `(() => {
	const boards = [...document.querySelectorAll("#messages .message.bot:not(:has(.private))")];
	return boards.findLast((board) => board.querySelector(".groups button")) ?? boards.at(-1);
})()`

const describe = `((board) => board && ({
	ref: board.dataset.ref,
	text: board.querySelector(".card-text").textContent,
	alt: board.querySelector(".picture")?.alt ?? "",
	picture: board.querySelector(".picture")?.getAttribute("src") ?? "",
	drawn: Boolean(board.querySelector(".picture")?.complete && board.querySelector(".picture").naturalWidth),
	turn: board.classList.contains("turn"),
	buttons: [...board.querySelectorAll(".groups button")].map((button) => ({
		label: button.textContent,
		data: button.dataset.data,
		style: ["primary", "success", "danger"].find((style) => button.classList.contains(style)) ?? "",
		busy: button.getAttribute("aria-busy") === "true",
	})),
}))`

// Boards returns all messages of the bot that everybody sees, oldest first.
func (w *Window) Boards() []Board {
	w.t.Helper()
	return Read[[]Board](w, `[...document.querySelectorAll("#messages .message.bot:not(:has(.private))")].map(`+describe+`)`)
}

// Board returns the newest message with buttons, or else the newest of the bot;
// the zero Board if there is none.
func (w *Window) Board() Board {
	w.t.Helper()
	if board := Read[*Board](w, describe+"("+latest+") ?? null"); board != nil {
		return *board
	}
	return Board{}
}

// WaitBoard waits until the window's board is as wanted and returns it.
func (w *Window) WaitBoard(what string, wanted func(Board) bool) Board {
	w.t.Helper()
	return wait(w, what, func() (Board, bool) {
		board := w.Board()
		return board, wanted(board)
	})
}

// Tap waits for a button with that label on the window's board, taps it where a
// finger would, and waits for the answer.
func (w *Window) Tap(label string) {
	w.t.Helper()
	w.tap(fmt.Sprintf("the button %q", label), fmt.Sprintf(`(button) => button.textContent === %s`, quote(label)))
}

// TapData does the same by the button's data.
func (w *Window) TapData(data string) {
	w.t.Helper()
	w.tap(fmt.Sprintf("the button with data %q", data), fmt.Sprintf(`(button) => button.dataset.data === %s`, quote(data)))
}

func (w *Window) tap(what, is string) {
	w.t.Helper()
	tapped := wait(w, what, func() (string, bool) {
		answer := Read[string](w, fmt.Sprintf(press, latest, is))
		return answer, answer != ""
	})
	if cover, ok := strings.CutPrefix(tapped, "!"); ok {
		w.t.Fatalf("%s cannot be tapped: %s lies over it", what, cover)
	}
	w.Wait("the answer to "+what, `!document.querySelector('button[aria-busy="true"]')`)
}

// press clicks a button if it is there and waits for nothing, and tells what lies
// over its middle if anything does.
const press = `((board, is) => {
	const button = [...(board?.querySelectorAll(".groups button") ?? [])].find(is);
	if (!button || button.getAttribute("aria-busy") === "true") return "";
	button.scrollIntoView({ block: "center", behavior: "instant" });
	const place = button.getBoundingClientRect();
	const top = document.elementFromPoint(place.x + place.width / 2, place.y + place.height / 2);
	if (!button.contains(top)) {
		if (top?.closest(".toast:not(.warning)")) { top.closest(".toast").remove(); return ""; }
		return "!" + (top?.outerHTML.slice(0, 200) ?? "nothing");
	}
	button.click();
	return "tapped";
})(%s, %s)`
