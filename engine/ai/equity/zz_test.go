package equity

import (
	"bufio"
	"fmt"
	"math"
	"os"
	"sort"
	"strings"
	"testing"
)

func TestZZ(t *testing.T) {
	f, _ := os.Open("/tmp/cubework/joined.tsv")
	sc := bufio.NewScanner(f)
	type acc struct {
		n                               int
		gnd, mnd, gdt, mdt, bg, bm, bdt float64
		ga, ma                          int
	}
	m := map[string]*acc{}
	for sc.Scan() {
		l, ref, _ := strings.Cut(sc.Text(), "|")
		r, err := parseRuling(l)
		if err != nil {
			t.Fatal(err)
		}
		if r.class == "exact" {
			continue
		}
		var nd, dt float32
		var act string
		fmt.Sscan(ref, &nd, &dt, &act)
		s, _ := New(r.state, nil)
		d := s.Decide(&r.chances, r.efficiency())
		a, b := r.state.need()
		k := fmt.Sprintf("%2d-%2d c%d o%d", a, b, r.state.Cube, r.state.Owner)
		for _, k := range []string{k, "all", r.class} {
			x := m[k]
			if x == nil {
				x = &acc{}
				m[k] = x
			}
			x.n++
			A := func(a, b float32) float64 { return math.Abs(float64(a - b)) }
			x.gnd += A(r.stays, nd)
			x.mnd += A(d.NoDouble, nd)
			x.gdt += A(r.taken, dt)
			x.mdt += A(d.DoubleTake, dt)
			x.bg += float64(r.stays - nd)
			x.bm += float64(d.NoDouble - nd)
			x.bdt += float64(d.DoubleTake - dt)
			act := strings.ReplaceAll(act, "_", " ")
			if agrees(&d, act) {
				x.ma++
			}
			e := Decision{Double: min(r.taken, 1) >= r.stays, Take: r.taken <= 1}
			if agrees(&e, act) {
				x.ga++
			}
		}
	}
	var ks []string
	for k := range m {
		ks = append(ks, k)
	}
	sort.Strings(ks)
	for _, k := range ks {
		x := m[k]
		n := float64(x.n)
		if x.n < 12 {
			continue
		}
		fmt.Printf("%s n=%d ND g %.4f m %.4f bias g %+.4f m %+.4f | DT m %.4f bias %+.4f | act g %.3f m %.3f\n", k, x.n, x.gnd/n, x.mnd/n, x.bg/n, x.bm/n, x.mdt/n, x.bdt/n, float64(x.ga)/n, float64(x.ma)/n)
	}
}
