package kit

import (
	"container/list"
	"sync"
)

// cache holds parsed documents up to a number of bytes and evicts the least recently used first.
type cache struct {
	mu      sync.Mutex
	limit   int64
	used    int64
	entries map[string]*list.Element
	order   *list.List // front is the most recently used
}

type entry struct {
	key   string
	value any
	bytes int64
}

func newCache(limitBytes int64) *cache {
	return &cache{limit: limitBytes, entries: map[string]*list.Element{}, order: list.New()}
}

func (c *cache) get(key string) (any, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e, ok := c.entries[key]
	if !ok {
		return nil, false
	}
	c.order.MoveToFront(e)
	return e.Value.(*entry).value, true
}

// put stores a value that takes the given number of bytes; a value above the limit of the cache is not stored.
func (c *cache) put(key string, value any, bytes int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if old, ok := c.entries[key]; ok {
		c.drop(old)
	}
	if bytes > c.limit {
		return
	}
	c.entries[key] = c.order.PushFront(&entry{key, value, bytes})
	for c.used += bytes; c.used > c.limit; {
		c.drop(c.order.Back())
	}
}

func (c *cache) drop(e *list.Element) {
	gone := c.order.Remove(e).(*entry)
	delete(c.entries, gone.key)
	c.used -= gone.bytes
}
