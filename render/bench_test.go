package render

import (
	"maps"
	"slices"
	"testing"
)

// BenchmarkPNG draws varied scenes, one after the other, once everything is warm.
// It reports the mean and the largest picture in bytes. Run it with -cpu 1 for the
// time on one core.
func BenchmarkPNG(b *testing.B) {
	for _, theme := range Themes() {
		b.Run(theme, func(b *testing.B) {
			r, err := New()
			if err != nil {
				b.Fatal(err)
			}
			var set []*Scene
			all := scenes()
			for _, name := range slices.Sorted(maps.Keys(all)) {
				s := *all[name]
				s.Theme = theme
				set = append(set, &s)
			}
			sum, largest := 0, 0
			for _, s := range set {
				picture, err := r.PNG(s)
				if err != nil {
					b.Fatal(err)
				}
				sum, largest = sum+len(picture), max(largest, len(picture))
			}
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				if _, err := r.PNG(set[i%len(set)]); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(sum)/float64(len(set)), "mean-bytes")
			b.ReportMetric(float64(largest), "max-bytes")
		})
	}
}
