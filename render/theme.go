package render

import "image/color"

// theme is every colour of a picture.
type theme struct {
	name string

	table color.NRGBA // behind the board
	rail  wood        // the frame, the bar
	bevel [2]color.NRGBA
	inlay color.NRGBA // a thin line around the field
	brass [2]color.NRGBA
	field wood
	odd   triangle // the points with odd numbers
	even  triangle
	well  [2]color.NRGBA // a tray's floor and its shaded edge

	numeral color.NRGBA
	shadow  color.NRGBA

	checkers [2]checkerColours // by seat
	dice     [2]dieColours     // by seat
	cube     dieColours

	plate, plateLit plateColours
	lamp            color.NRGBA // the lit plate's border
	prize           color.NRGBA // the result

	movable [2]color.NRGBA // the ring on a checker that can move, and its outline
	hit     [2]color.NRGBA // the mark of a hit, and its outline
}

// wood is a surface with grain: tones lie beside each other in streaks. One tone
// is a plain surface.
type wood struct {
	tones               []color.NRGBA
	narrowest, broadest int // streaks, in pixels
}

type triangle struct{ from, to, edge color.NRGBA }

// checkerColours are a checker's tones from its outline to its middle, the colour
// of a numeral on it, and whether it wears a star, which tells the two sides
// apart without colours.
type checkerColours struct {
	outline, light, face, dark, ink color.NRGBA
	star                            bool
}

type dieColours struct{ light, face, edge, ink color.NRGBA }

type plateColours struct{ from, to, text, muted color.NRGBA }

// rgb reads a colour as it is written in style sheets.
func rgb(hex uint32) color.NRGBA { return rgba(hex, 255) }

func rgba(hex uint32, alpha uint8) color.NRGBA {
	return color.NRGBA{uint8(hex >> 16), uint8(hex >> 8), uint8(hex), alpha}
}

// Themes lists the names that [Scene.Theme] may have. The first is the default.
func Themes() []string {
	names := make([]string, 0, 3)
	for _, t := range themes() {
		names = append(names, t.name)
	}
	return names
}

func themes() []theme { return []theme{woodTheme(), darkTheme(), contrastTheme()} }

func woodTheme() theme {
	return theme{
		name:  "wood",
		table: rgb(0x21140D),
		rail:  wood{[]color.NRGBA{rgb(0x5A3019), rgb(0x64371D), rgb(0x502A15), rgb(0x6C3E22), rgb(0x5A3019)}, 4, 20},
		bevel: [2]color.NRGBA{rgba(0xF2C48A, 110), rgba(0x140803, 150)},
		inlay: rgb(0xD9B26A),
		brass: [2]color.NRGBA{rgb(0xE6C36E), rgb(0x8D6A25)},
		field: wood{[]color.NRGBA{rgb(0xD3A469)}, 0, 0},
		odd:   triangle{rgb(0x7E3B1F), rgb(0x964B28), rgb(0x5F2A14)},
		even:  triangle{rgb(0xF1DDB0), rgb(0xE9CF9A), rgb(0xB98D50)},
		well:  [2]color.NRGBA{rgb(0x351B0D), rgb(0x200F06)},

		numeral: rgb(0xF6DFAE),
		shadow:  rgba(0x1A0A02, 105),

		checkers: [2]checkerColours{
			{outline: rgb(0x6F5432), light: rgb(0xFFFBEF), face: rgb(0xF3E6C8), dark: rgb(0xCDB68A), ink: rgb(0x4A2A12)},
			{outline: rgb(0x0B0706), light: rgb(0x7B6A60), face: rgb(0x3A2D28), dark: rgb(0x1D1512), ink: rgb(0xFBEBC8)},
		},
		dice: [2]dieColours{
			{light: rgb(0xFFFFFA), face: rgb(0xFAF1DC), edge: rgb(0x8A6B42), ink: rgb(0x2B1A10)},
			{light: rgb(0x6E5B51), face: rgb(0x362823), edge: rgb(0x0D0807), ink: rgb(0xFBF0D6)},
		},
		cube: dieColours{light: rgb(0xFFFFFF), face: rgb(0xF7F3EA), edge: rgb(0x7A5B2E), ink: rgb(0x9C1F1B)},

		plate:    plateColours{rgb(0x3A2314), rgb(0x2E1B0F), rgb(0xEAD7B2), rgb(0xB2966C)},
		plateLit: plateColours{rgb(0x7A4A1E), rgb(0x5E3714), rgb(0xFFF4D6), rgb(0xE9C98F)},
		lamp:     rgb(0xFFC54A),
		prize:    rgb(0xFFCB4D),

		movable: [2]color.NRGBA{rgb(0x35C46A), rgb(0x0B4A22)},
		hit:     [2]color.NRGBA{rgb(0xE2382B), rgb(0xFFF1DC)},
	}
}

func darkTheme() theme {
	return theme{
		name:  "dark",
		table: rgb(0x0E1116),
		rail:  wood{[]color.NRGBA{rgb(0x262C36)}, 4, 20},
		bevel: [2]color.NRGBA{rgba(0x9FB0C8, 60), rgba(0x000000, 140)},
		inlay: rgb(0x4C5A6E),
		brass: [2]color.NRGBA{rgb(0x7D8CA3), rgb(0x3F4A5A)},
		field: wood{[]color.NRGBA{rgb(0x1A1F27)}, 0, 0},
		odd:   triangle{rgb(0x566378), rgb(0x465165), rgb(0x2C3441)},
		even:  triangle{rgb(0x343D4B), rgb(0x2B3340), rgb(0x1F2630)},
		well:  [2]color.NRGBA{rgb(0x12161C), rgb(0x0A0D11)},

		numeral: rgb(0xC9D4E3),
		shadow:  rgba(0x000000, 130),

		checkers: [2]checkerColours{
			{outline: rgb(0x4C4C46), light: rgb(0xFFFFFF), face: rgb(0xE9E6DC), dark: rgb(0xBDB9AB), ink: rgb(0x23262B)},
			{outline: rgb(0x3A0C0A), light: rgb(0xF08A76), face: rgb(0xCF4636), dark: rgb(0x8F2A20), ink: rgb(0xFFF3EC)},
		},
		dice: [2]dieColours{
			{light: rgb(0xFFFFFF), face: rgb(0xEFECE3), edge: rgb(0x5C5B54), ink: rgb(0x23262B)},
			{light: rgb(0xF08A76), face: rgb(0xCF4636), edge: rgb(0x3A0C0A), ink: rgb(0xFFF7F0)},
		},
		cube: dieColours{light: rgb(0xFFE9A8), face: rgb(0xF2C94C), edge: rgb(0x5E4810), ink: rgb(0x2A2004)},

		plate:    plateColours{rgb(0x1B2028), rgb(0x161A21), rgb(0xCBD5E1), rgb(0x8391A6)},
		plateLit: plateColours{rgb(0x1F4A57), rgb(0x18384A), rgb(0xFFFFFF), rgb(0xA9D6E0)},
		lamp:     rgb(0x4FD8E8),
		prize:    rgb(0xFFD166),

		movable: [2]color.NRGBA{rgb(0x4FD8E8), rgb(0x06323A)},
		hit:     [2]color.NRGBA{rgb(0xFFB020), rgb(0x1A1003)},
	}
}

func contrastTheme() theme {
	return theme{
		name:  "contrast",
		table: rgb(0x000000),
		rail:  wood{[]color.NRGBA{rgb(0x0C0C0C)}, 4, 20},
		bevel: [2]color.NRGBA{rgb(0x6E6E6E), rgb(0x6E6E6E)},
		inlay: rgb(0xFFFFFF),
		brass: [2]color.NRGBA{rgb(0x3A3A3A), rgb(0x3A3A3A)},
		field: wood{[]color.NRGBA{rgb(0x8FB4D4)}, 0, 0},
		odd:   triangle{rgb(0x24587F), rgb(0x24587F), rgb(0x0B2A42)},
		even:  triangle{rgb(0xD6E6F3), rgb(0xD6E6F3), rgb(0x0B2A42)},
		well:  [2]color.NRGBA{rgb(0x2A2A2A), rgb(0x000000)},

		numeral: rgb(0xFFFFFF),
		shadow:  rgba(0x000000, 0),

		checkers: [2]checkerColours{
			{outline: rgb(0x000000), light: rgb(0xFFFFFF), face: rgb(0xFFFFFF), dark: rgb(0xC9C9C9), ink: rgb(0x000000)},
			{outline: rgb(0xFFFFFF), light: rgb(0x000000), face: rgb(0x000000), dark: rgb(0x000000), ink: rgb(0xFFFFFF), star: true},
		},
		dice: [2]dieColours{
			{light: rgb(0xFFFFFF), face: rgb(0xFFFFFF), edge: rgb(0x000000), ink: rgb(0x000000)},
			{light: rgb(0x000000), face: rgb(0x000000), edge: rgb(0xFFFFFF), ink: rgb(0xFFFFFF)},
		},
		cube: dieColours{light: rgb(0xF0E442), face: rgb(0xF0E442), edge: rgb(0x000000), ink: rgb(0x000000)},

		plate:    plateColours{rgb(0x000000), rgb(0x000000), rgb(0xFFFFFF), rgb(0xC8C8C8)},
		plateLit: plateColours{rgb(0xF0E442), rgb(0xF0E442), rgb(0x000000), rgb(0x202020)},
		lamp:     rgb(0xFFFFFF),
		prize:    rgb(0xE69F00),

		movable: [2]color.NRGBA{rgb(0xFFA81F), rgb(0x000000)},
		hit:     [2]color.NRGBA{rgb(0xD55E00), rgb(0xFFFFFF)},
	}
}
