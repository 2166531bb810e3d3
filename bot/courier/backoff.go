package courier

import (
	"math/rand/v2"
	"time"
)

// Bounds of the wait after errors in a row.
const (
	firstRetry = time.Second
	lastRetry  = 2 * time.Minute
)

// backoff returns how long to wait after the given number of errors in a row: it
// doubles each time, and a quarter of it is chance, so that many chats do not ask
// again in the same instant.
func backoff(failures int) time.Duration {
	wait := lastRetry
	if shift := max(failures-1, 0); shift < 7 {
		wait = min(firstRetry<<shift, lastRetry)
	}
	return wait - rand.N(wait/4)
}
