package web

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestNamesBelongToOneBrowser(t *testing.T) {
	p, err := newPeople("")
	if err != nil {
		t.Fatal(err)
	}
	ana := mustJoin(t, p, "b1", "Ana")
	if again := mustJoin(t, p, "b1", "ANA"); again != ana {
		t.Errorf("joining again as ANA: got %v, want %v as first written", again, ana)
	}
	if _, err := p.join("b2", "ana"); !errors.Is(err, errNameTaken) {
		t.Errorf("another browser takes ana: got %v, want %v", err, errNameTaken)
	}
	mustJoin(t, p, "b1", "Ana ②")
	want := []person{{"web:ana", "Ana"}, {"web:ana 2", "Ana ②"}}
	if diff := cmp.Diff(want, p.of("b1")); diff != "" {
		t.Errorf("names of the browser (-want +got):\n%s", diff)
	}
	if _, ok := p.speaker("b2", "web:ana"); ok {
		t.Error("the second browser speaks as Ana")
	}
}

func TestNamesAreBounded(t *testing.T) {
	p, _ := newPeople("")
	for i := range maxBrowserNames {
		mustJoin(t, p, "b", fmt.Sprint("n", i))
	}
	if _, err := p.join("b", "one more"); !errors.Is(err, errYoursFull) {
		t.Errorf("a browser with %d names takes one more: got %v, want %v", maxBrowserNames, err, errYoursFull)
	}
	for i := len(p.owners); i < maxNames; i++ {
		mustJoin(t, p, browser(fmt.Sprint(i)), fmt.Sprint("m", i))
	}
	if _, err := p.join("c", "another"); !errors.Is(err, errNamesFull) {
		t.Errorf("name %d: got %v, want %v", maxNames+1, err, errNamesFull)
	}
}

func TestNamesFileOutlivesTheProcess(t *testing.T) {
	path := filepath.Join(t.TempDir(), "names")
	first, err := newPeople(path)
	if err != nil {
		t.Fatal(err)
	}
	mustJoin(t, first, "b1", "Ana")
	mustJoin(t, first, "b2", "Bojan \"B\"")
	appendText(t, path, `{"browser":"b3","name":"Če`) // a crash in the middle

	second, err := newPeople(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := second.join("b3", "Ana"); !errors.Is(err, errNameTaken) {
		t.Errorf("Ana is taken by another browser after a restart: got %v, want %v", err, errNameTaken)
	}
	if got, want := second.of("b2"), []person{{`web:bojan "b"`, `Bojan "B"`}}; !cmp.Equal(got, want) {
		t.Errorf("names of b2: got %v, want %v", got, want)
	}
	mustJoin(t, second, "b3", "Čedo")
	third, err := newPeople(path)
	if err != nil {
		t.Fatalf("read what was written after the torn line: %v", err)
	}
	if _, ok := third.speaker("b3", "web:čedo"); !ok {
		t.Error("Čedo is forgotten")
	}
}

func TestNamesFileThatIsNone(t *testing.T) {
	path := filepath.Join(t.TempDir(), "names")
	appendText(t, path, "{\"browser\":\"b\",\"name\":\"Ana\"}\nnonsense\n")
	if _, err := New(Config{NamesFile: path}); err == nil || !strings.Contains(err.Error(), "line 2") {
		t.Errorf("got %v, want an error that names line 2", err)
	}
}

func TestNameThatCannotBeKeptIsNotGiven(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "gone")
	p, err := newPeople(filepath.Join(folder, "names"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.join("b1", "Ana"); err == nil {
		t.Fatal("join without a folder for the file: got no error")
	}
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	mustJoin(t, p, "b2", "Ana")
}

func mustJoin(t *testing.T, p *people, b browser, name string) person {
	t.Helper()
	who, err := p.join(b, name)
	if err != nil {
		t.Fatalf("%s joins as %q: %v", b, name, err)
	}
	return who
}

func appendText(t *testing.T, path, text string) {
	t.Helper()
	file, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if _, err := file.WriteString(text); err != nil {
		t.Fatal(err)
	}
}
