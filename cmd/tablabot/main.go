// Command tablabot is the bot.
package main

func main() {}
