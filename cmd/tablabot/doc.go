// Command tablabot is the bot: a program to play backgammon and its relatives
// inside a group chat of Telegram or Discord, or on a page of its own.
//
//	tablabot [--config FILE]            play
//	tablabot render [-o FILE] CODE      draw a position
//	tablabot moves                      list legal plays, JSON lines in and out
//	tablabot decide                     decide as the computer, JSON lines in and out
//	tablabot serve-fibs                 play against GNU Backgammon
//	tablabot analyse FILE               tell a match's mistakes, error rates and luck
//	tablabot verify [FILE]              verify the dice of a match
//	tablabot backup FILE                copy the store, also while the bot runs
//	tablabot check [FILE]               prove that a store is whole
//	tablabot version
//	tablabot help [COMMAND]
//
// A question to moves is {"position":CODE,"seat":0,"dice":[6,1]}: the dice of one
// stage, so that [6,6] is two sixes and a rolled double [6,6,6,6]. With "chain":true
// [3,3] is a rolled double that escalates. --help names the fields of every command.
//
// # Inside
//
// [Main] is one run of the program, made of its arguments, its environment and
// three streams, so that a test runs the whole of it. Every sub-command is a type
// with a Run method, in a file of its name. [Config] is read in three layers:
// defaults, file, environment. [Service] is what plays: it opens the store, wires
// doors, couriers, clock and conversation together, and stops them in order.
//
// Exit codes: 0 all is well; 1 it could not be done, and one sentence says why;
// 2 the command line makes no sense.
package main
