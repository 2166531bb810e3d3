package web

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"io/fs"
	"net/http"
	"time"
)

// assets are the page's own files. Their version changes when any of them does.
type assets struct {
	files   fs.FS
	version string
}

func newAssets(files fs.FS) *assets {
	sum := sha256.New()
	for _, name := range must(fs.Glob(files, "*")) {
		sum.Write(must(fs.ReadFile(files, name)))
	}
	return &assets{files: files, version: hex.EncodeToString(sum.Sum(nil))[:16]}
}

// ServeHTTP serves /page/{file}.
func (a *assets) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	a.serve(w, r, r.PathValue("file"))
}

func (a *assets) serve(w http.ResponseWriter, r *http.Request, name string) {
	text, err := fs.ReadFile(a.files, name)
	if err != nil {
		http.Error(w, sayNoPage, http.StatusNotFound)
		return
	}
	w.Header().Set("ETag", `"`+a.version+`"`)
	w.Header().Set("Cache-Control", "no-cache") // ask each time, get it once a version
	http.ServeContent(w, r, name, time.Time{}, bytes.NewReader(text))
}

// must unwraps what can only go wrong if the program was built wrongly.
func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}
