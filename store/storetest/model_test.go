package storetest_test

import (
	"testing"

	"tablabot/store"
	"tablabot/store/storetest"
)

func TestModel(t *testing.T) {
	storetest.Run(t, func(*testing.T) store.Store { return &storetest.Model{} }, nil)
}
