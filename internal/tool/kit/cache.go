package kit

import (
	"container/list"
	"sync"
)

// cache keeps parsed documents, least recently used first out, within a bound of bytes.
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

// put keeps a value that takes so many bytes; one above the whole bound is not kept.
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
