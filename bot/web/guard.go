package web

import (
	"mime"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"time"
)

const (
	maxBody  = 16 << 10
	bodyTime = 10 * time.Second // for the whole body of a request to arrive
)

const contentPolicy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// guard lets through what the page itself sends, to an address that is the page's.
func guard(next http.Handler, cfg Config) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", contentPolicy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("X-Frame-Options", "DENY")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		switch {
		case !isOurHost(r, cfg):
			http.Error(w, sayWrongHost, http.StatusMisdirectedRequest)
		case r.Method == http.MethodPost && !isOurPost(r):
			http.Error(w, sayWrongOrigin, http.StatusForbidden)
		default:
			if r.Method == http.MethodPost {
				http.NewResponseController(w).SetReadDeadline(time.Now().Add(bodyTime)) // best effort
			}
			r.Body = http.MaxBytesReader(w, r.Body, maxBody)
			next.ServeHTTP(w, r)
		}
	})
}

// isOurHost reports whether the Host header is an address of this page: the one
// listened on, the one dialled, or a name of the loopback, each with its port. A
// foreign name that was made to resolve to this machine is none of them.
func isOurHost(r *http.Request, cfg Config) bool {
	if slices.ContainsFunc(cfg.Hosts, func(host string) bool { return strings.EqualFold(host, r.Host) }) {
		return true
	}
	dialled, ok := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
	if !ok {
		return false
	}
	local, err := netip.ParseAddrPort(dialled.String())
	if err != nil {
		return false
	}
	host, port := splitHost(r.Host)
	if port != local.Port() {
		return false
	}
	if ip, err := netip.ParseAddr(host); err == nil {
		return ip.Unmap() == local.Addr().Unmap() || ip.IsLoopback()
	}
	listen, _, _ := net.SplitHostPort(cfg.Listen)
	return strings.EqualFold(host, "localhost") || listen != "" && strings.EqualFold(host, listen)
}

// splitHost splits a Host header; without a port it is 80.
func splitHost(text string) (host string, port uint16) {
	if addr, err := netip.ParseAddrPort(text); err == nil {
		return addr.Addr().String(), addr.Port()
	}
	host, digits, err := net.SplitHostPort(text)
	if err != nil {
		return strings.Trim(text, "[]"), 80
	}
	number, err := net.LookupPort("tcp", digits)
	if err != nil {
		return host, 0
	}
	return host, uint16(number)
}

// isOurPost reports whether the request comes from the page's own script.
func isOurPost(r *http.Request) bool {
	origin := r.Header.Get("Origin")
	if origin != "http://"+r.Host && origin != "https://"+r.Host {
		return false
	}
	if site := r.Header.Get("Sec-Fetch-Site"); site != "" && site != "same-origin" {
		return false
	}
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	return err == nil && kind == "application/json"
}
