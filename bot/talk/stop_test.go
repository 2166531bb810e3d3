package talk

import (
	"testing"
	"time"

	"tablabot/bot"
)

func TestStopByAgreement(t *testing.T) {
	r := playing(t, "backgammon 7", 3, 1)
	r.unchanged(func() bot.Answer { return r.command(eve, "cancel", "") }, bot.Refusal, "You are not playing")
	r.want(r.command(bob, "cancel", ""), bot.OK, "Ana has been asked to stop too")
	r.shows("Bob would like to stop this match without a result. Ana, do you agree?", "Ana to play 3-1")
	r.unchanged(func() bot.Answer { return r.command(bob, "cancel", "") }, bot.Info, "You have already asked; Ana has to agree")
	r.unchanged(func() bot.Answer { return r.tap(bob, "Stop the match") }, bot.Info, "You have already asked")
	r.unchanged(func() bot.Answer { return r.tap(eve, "Stop the match") }, bot.Refusal, "You are not playing")
	stop, goOn := r.data("Stop the match"), r.data("Play on")
	r.want(r.tapData(ana, goOn), bot.OK, "The match goes on")
	r.hides("would like to stop")
	for _, old := range []string{stop, goOn} {
		r.unchanged(func() bot.Answer { return r.tapData(ana, old) }, bot.Info, "The match goes on")
	}
	r.command(ana, "cancel", "")
	r.want(r.tapData(ana, goOn), bot.OK, "The match goes on") // taken back by whoever asked
	r.command(ana, "cancel", "")
	garbled := tap{verb: stopVerb, match: r.match().ID, turn: 1, arg: "perhaps"}
	r.unchanged(func() bot.Answer { return r.tapData(bob, garbled.data()) }, bot.Refusal, "I do not understand this button")
	r.tap(ana, "8/5") // play goes on meanwhile
	r.want(r.tapData(bob, stop), bot.OK, "The match is stopped without a result")
	r.shows("The match was stopped without a result.")
	r.unchanged(func() bot.Answer { return r.tapData(bob, stop) }, bot.Info, "This match is over")
}

func TestStopByBothCommands(t *testing.T) {
	r := playing(t, "tabla 3", 3, 1)
	r.command(ana, "cancel", "")
	r.want(r.command(bob, "cancel", ""), bot.OK, "stopped without a result")
}

func TestAnAdminStopsAMatchInTwoSteps(t *testing.T) {
	r := playing(t, "backgammon 7", 3, 1)
	admin := person(eve)
	admin.Admin = true
	cancel := func() bot.Answer {
		r.clock.Advance(2 * time.Second)
		return r.handle(bot.Event{Kind: bot.Command, Person: admin, Command: "cancel"})
	}
	r.unchanged(cancel, bot.Warning, "Stop match #1 without a result? Send /cancel again")
	r.clock.Advance(time.Minute)
	r.unchanged(cancel, bot.Warning, "Send /cancel again")
	r.want(cancel(), bot.OK, "stopped without a result")
	r.want(cancel(), bot.Refusal, "Nobody is playing here")
}

// TestAnAdminChoosesWhichMatchToStop: the choice asks for his rights again.
func TestAnAdminChoosesWhichMatchToStop(t *testing.T) {
	r := playing(t, "backgammon 7", 3, 1)
	r.begin("tapa 3")
	admin := person(eve)
	admin.Admin = true
	choice := r.handle(bot.Event{Kind: bot.Command, Person: admin, Command: "cancel"})
	data := dataOf(choice.Note.Groups, "#2")
	event := bot.Event{Kind: bot.Tap, Person: admin, Data: data}
	if !event.WantsAdmin() {
		t.Errorf("a door would not ask whether the tapper of %q is an admin", data)
	}
	r.unchanged(func() bot.Answer { return r.tapData(eve, data) }, bot.Refusal, "You are not playing")
	r.want(r.handle(event), bot.Warning, "Stop match #2")
}
