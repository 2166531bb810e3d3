package telegram

import (
	"sync"

	"tablabot/bot"
)

// lanes runs the tasks of one chat one after another, and those of different
// chats side by side. A chat without tasks has no goroutine; there are never more
// goroutines than tasks not yet done, which whoever adds them bounds.
type lanes struct {
	mu    sync.Mutex
	tasks map[bot.ChatKey][]func()
	wg    sync.WaitGroup
}

// add queues a task behind those of its chat.
func (l *lanes) add(chat bot.ChatKey, task func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.tasks == nil {
		l.tasks = make(map[bot.ChatKey][]func())
	}
	queue, busy := l.tasks[chat]
	l.tasks[chat] = append(queue, task)
	if !busy {
		l.wg.Go(func() { l.run(chat) })
	}
}

// run does the chat's tasks until there is none.
func (l *lanes) run(chat bot.ChatKey) {
	for {
		l.mu.Lock()
		queue := l.tasks[chat]
		if len(queue) == 0 {
			delete(l.tasks, chat)
			l.mu.Unlock()
			return
		}
		l.tasks[chat] = queue[1:]
		l.mu.Unlock()
		queue[0]()
	}
}

// wait returns when every task is done.
func (l *lanes) wait() { l.wg.Wait() }
