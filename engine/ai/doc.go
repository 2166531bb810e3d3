// Package ai plays every game of the engine: it judges positions, searches, and
// decides about the cube.
package ai
