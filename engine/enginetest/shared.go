// Package enginetest holds what tests of several packages share: data and tools
// that a machine may lack.
package enginetest

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Need skips the test because the named thing is missing, and says why. If the
// environment variable TABLABOT_REQUIRE lists the name, the test fails instead.
func Need(t testing.TB, name, why string) {
	t.Helper()
	if required(name) {
		t.Fatalf("%s is required and missing: %s", name, why)
	}
	t.Skipf("skipped without %s: %s", name, why)
}

func required(name string) bool {
	return slices.Contains(strings.Split(os.Getenv("TABLABOT_REQUIRE"), ","), name)
}

// Shared returns the path of a file or folder in the folder of shared data, which
// the environment variable TABLABOT_SHARED names (by default "shared" beside the
// repository). The test is skipped if it is missing, see [Need].
func Shared(t testing.TB, name string) string {
	t.Helper()
	path := sharedPath(t, name)
	if _, err := os.Stat(path); err != nil {
		Need(t, "shared", err.Error())
	}
	return path
}

// Find is [Shared] for tests that can do without: ok is false if the file or
// folder is missing, unless it is required; then the test fails.
func Find(t testing.TB, name string) (path string, ok bool) {
	t.Helper()
	path = sharedPath(t, name)
	if _, err := os.Stat(path); err != nil {
		if required("shared") {
			t.Fatalf("shared is required and missing: %v", err)
		}
		return "", false
	}
	return path, true
}

func sharedPath(t testing.TB, name string) string {
	t.Helper()
	folder := os.Getenv("TABLABOT_SHARED")
	if folder == "" || !filepath.IsAbs(folder) {
		if folder == "" {
			folder = filepath.Join("..", "shared")
		}
		folder = filepath.Join(root(t), folder)
	}
	return filepath.Join(folder, filepath.FromSlash(name))
}

// root returns the folder of the repository that the test runs in.
func root(t testing.TB) string {
	t.Helper()
	folder, err := os.Getwd()
	for err == nil && folder != filepath.Dir(folder) {
		if _, err := os.Stat(filepath.Join(folder, "go.mod")); err == nil {
			return folder
		}
		folder = filepath.Dir(folder)
	}
	t.Fatalf("the test does not run inside the repository: %v", err)
	return ""
}
