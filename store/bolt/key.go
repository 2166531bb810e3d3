package bolt

import (
	"bytes"
	"encoding/binary"
	"math"
	"time"
)

// A key is a sequence of parts whose byte order is the order of the parts: texts
// end with NUL, numbers and times are eight bytes, big endian, least first. So the
// first parts of a key are a prefix that no other text shares.
type keyBuilder []byte

func (k keyBuilder) text(s string) keyBuilder { return append(append(k, s...), 0) }

func (k keyBuilder) number(n int64) keyBuilder {
	return binary.BigEndian.AppendUint64(k, uint64(n)^(1<<63))
}

func (k keyBuilder) time(t time.Time) keyBuilder { return k.number(nanos(t)) }

// nanos returns a time as nanoseconds since 1970. What the number cannot hold
// becomes its least or greatest value; the zero time is the least.
func nanos(t time.Time) int64 {
	switch seconds := t.Unix(); {
	case t.IsZero(), seconds < math.MinInt64/int64(time.Second):
		return math.MinInt64
	case seconds >= math.MaxInt64/int64(time.Second):
		return math.MaxInt64
	}
	return t.UnixNano()
}

// keyReader takes a key apart. A key that ends too early gives zero values and
// sets short.
type keyReader struct {
	rest  []byte
	short bool
}

func (r *keyReader) text() string {
	i := bytes.IndexByte(r.rest, 0)
	if i < 0 {
		r.rest, r.short = nil, true
		return ""
	}
	text := string(r.rest[:i])
	r.rest = r.rest[i+1:]
	return text
}

func (r *keyReader) number() int64 {
	if len(r.rest) < 8 {
		r.rest, r.short = nil, true
		return 0
	}
	n := int64(binary.BigEndian.Uint64(r.rest) ^ (1 << 63))
	r.rest = r.rest[8:]
	return n
}
