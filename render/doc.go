// Package render draws a board. A [Scene] says everything a picture shows, and
// [Renderer.PNG] makes it a picture of 1280 × 960 that reads on a phone. It knows
// nothing of rules, chats or languages.
package render
