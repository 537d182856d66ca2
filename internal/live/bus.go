package live

import (
	"strings"
	"sync"
)

// Topics name what a hint is about.
const (
	conversationPrefix = "conversation:"
	keyPrefix          = "key:"
)

// ConversationTopic returns the topic of a conversation, hinted when it has new events.
func ConversationTopic(id string) string { return conversationPrefix + id }

// KeyTopic returns the topic of an API key, hinted when it has lost its rights.
func KeyTopic(id string) string { return keyPrefix + id }

// ConversationOf returns the conversation of a topic.
func ConversationOf(topic string) (id string, ok bool) {
	return strings.CutPrefix(topic, conversationPrefix)
}

// KeyOf returns the API key of a topic.
func KeyOf(topic string) (id string, ok bool) { return strings.CutPrefix(topic, keyPrefix) }

// Bus carries hints between replicas. A hint says where to look, never what changed; one may be lost or come twice.
type Bus interface {
	// Hint calls every listener of every replica, this one included. It never blocks and never fails.
	Hint(topics ...string)
	// Listen registers a function that is called with hints, in no particular order. A nil list means that hints may
	// have been lost and everything should be read.
	Listen(hinted func(topics []string))
}

// listeners is what every bus shares: the functions to call.
type listeners struct {
	mu    sync.RWMutex
	calls []func([]string)
}

// Listen registers a function.
func (l *listeners) Listen(hinted func([]string)) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.calls = append(l.calls, hinted)
}

func (l *listeners) notifyAll(topics []string) {
	l.mu.RLock()
	defer l.mu.RUnlock()
	for _, call := range l.calls {
		call(topics)
	}
}

// Memory is a bus within one process.
type Memory struct{ listeners }

// Hint calls every listener.
func (m *Memory) Hint(topics ...string) { m.notifyAll(topics) }
