package render

// Place is where a checker can stand in a picture: 1 to 24 are the physical
// points in seat 0's numbering, 0 is the tray of the seat in question, 25 its
// part of the bar. Seat 0's home (1 to 6) is at the bottom right when seat 0 sits
// below, and its numbers run counter-clockwise from 24 down.
type Place uint8

// Tray and Bar are the places beside the points.
const (
	Tray Place = 0
	Bar  Place = 25
)

// Scene is everything a board picture shows, and nothing that it does not: equal
// scenes give equal pictures. It has a JSON form. It holds names and numerals
// only, no words, so that a picture needs no language.
type Scene struct {
	Theme   string    `json:"theme,omitempty"`  // "wood" (also if empty), "dark", "contrast"
	Bottom  uint8     `json:"bottom,omitempty"` // the seat that sits below
	Points  [24]Point `json:"points"`           // index 0 is point 1
	Bars    [2]int    `json:"bars"`             // checkers on the bar, by seat
	Off     [2]int    `json:"off"`              // checkers borne off, by seat
	Labels  [24]uint8 `json:"labels"`           // the numeral at each point, in the mover's numbering; 0 draws none
	Homes   [2]Home   `json:"homes"`            // each seat's home and way round, by seat
	Ways    bool      `json:"ways,omitempty"`   // show homes and ways round, as is always done where both go the same way
	Players [2]Player `json:"players"`          // by seat
	Length  int       `json:"length,omitempty"` // the match's length in points; 0 is unlimited
	Dice    []Die     `json:"dice,omitempty"`   // in the order in which they are played
	Cube    *Cube     `json:"cube,omitempty"`   // nil: no cube in this game
	Arrows  []Arrow   `json:"arrows,omitempty"` // the last plays, oldest first
	Movable []Place   `json:"movable,omitempty"`
	Result  *Result   `json:"result,omitempty"` // the game is over
}

// Point is what stands on one point: Count checkers of Seat, on top of one pinned
// checker of the other seat if Pinned.
type Point struct {
	Count  int   `json:"n,omitempty"`
	Seat   uint8 `json:"seat,omitempty"`
	Pinned bool  `json:"pin,omitempty"`
}

// Home tells where a seat's last quarter lies, so that its tray and its way round
// can be shown: its own point 1 and its own point 24 as physical points.
type Home struct {
	Last  Place `json:"last"`  // own point 1
	First Place `json:"first"` // own point 24
}

// Player is the plate of one player.
type Player struct {
	Name  string `json:"name,omitempty"` // any script; what no font has is left out
	Score int    `json:"score"`
	Pips  int    `json:"pips"`
	ToAct bool   `json:"act,omitempty"` // the plate is lit
}

// Die is one die, shown on the side of the board of the seat that plays it. Where a
// seat has many, equal neighbours are shown as one with a count.
type Die struct {
	Value uint8 `json:"v"` // 1 to 6
	Seat  uint8 `json:"seat,omitempty"`
	Used  bool  `json:"used,omitempty"`  // dimmed
	Later bool  `json:"later,omitempty"` // its stage has not begun: small
	Rest  bool  `json:"rest,omitempty"`  // the other seat threw it and could not play it: in that seat's colour
}

// Cube is the doubling cube. Owner is 0, 1, or Centre.
type Cube struct {
	Value   int   `json:"value"`
	Owner   uint8 `json:"owner"`
	Offered bool  `json:"offered,omitempty"` // lies on the board with its new value, before To has answered
	To      uint8 `json:"to,omitempty"`      // the seat an offered cube is offered to
}

// Centre is the owner of a cube that nobody owns.
const Centre uint8 = 2

// Arrow is one checker's way in a play, with every die of it taken together.
type Arrow struct {
	Seat  uint8 `json:"seat,omitempty"`
	From  Place `json:"from"`
	To    Place `json:"to"`
	Count int   `json:"n,omitempty"` // how many checkers made this way; 0 counts as 1
	Hit   bool  `json:"hit,omitempty"`
}

// Result marks the winner's plate. Winner is [Centre] for a draw.
type Result struct {
	Winner uint8 `json:"winner"`
	Points int   `json:"points"`
}
