package discordtest

// Misbehaviour is what the gateway does wrong with its next connections.
type Misbehaviour int

// Kinds of misbehaviour.
const (
	SilentHello          Misbehaviour = iota + 1 // says nothing after the upgrade
	ReconnectBeforeReady                         // op 7 in place of READY
	AckBeforeReady                               // asks for a heartbeat, acknowledges it, then READY
	NoReady                                      // says nothing after identify
	RefuseResume                                 // op 9 for a resume, then READY after identify
)

// Misbehave makes the gateway do wrong with its next connections, in this order.
func (s *Server) Misbehave(wrong ...Misbehaviour) {
	s.gateway.mu.Lock()
	defer s.gateway.mu.Unlock()
	s.gateway.wrong = append(s.gateway.wrong, wrong...)
}

// CloseAfterIdentify closes the next connections with these codes once the bot has
// identified itself or resumed.
func (s *Server) CloseAfterIdentify(codes ...int) {
	s.gateway.mu.Lock()
	defer s.gateway.mu.Unlock()
	s.gateway.closeWith = append(s.gateway.closeWith, codes...)
}

// Disconnect closes the present connections with a code; 0 cuts them.
func (s *Server) Disconnect(code int) {
	for _, l := range s.gateway.links() {
		if code != 0 {
			l.closeWith(code)
		}
		l.close()
	}
}

// AskToReconnect sends op 7 over the present connections.
func (s *Server) AskToReconnect() {
	for _, l := range s.gateway.links() {
		l.send(payload{Op: 7})
	}
}

// AskForHeartbeat sends op 1 over the present connections.
func (s *Server) AskForHeartbeat() {
	for _, l := range s.gateway.links() {
		l.send(payload{Op: 1})
	}
}

// InvalidateSession sends op 9 over the present connections and forgets their sessions.
func (s *Server) InvalidateSession() {
	s.gateway.mu.Lock()
	clear(s.gateway.sessions)
	s.gateway.mu.Unlock()
	for _, l := range s.gateway.links() {
		l.send(payload{Op: 9, Data: false})
	}
}

// Mute makes the gateway swallow everything it would say, as a dead connection does.
func (s *Server) Mute(mute bool) {
	s.gateway.mu.Lock()
	defer s.gateway.mu.Unlock()
	s.gateway.mute = mute
}
