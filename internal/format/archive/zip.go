package archive

import (
	"archive/zip"
	"errors"
	"io"
	"sync"
)

// errDirectory reports that a table of contents is larger than the limit.
var errDirectory = errors.New("its table of contents is too large")

// OpenZip reads the table of contents of a zip archive, at most maxDirectory bytes of it: each entry takes several
// times its size in memory, and an archive may consist of entries alone.
func OpenZip(r io.ReaderAt, size, maxDirectory int64) (*zip.Reader, error) {
	m := &meter{ReaderAt: r, left: maxDirectory}
	archive, err := zip.NewReader(m, size)
	m.off()
	if err != nil && m.spent() {
		return nil, errDirectory
	}
	return archive, err
}

// meter allows a number of bytes to be read, until it is turned off.
type meter struct {
	io.ReaderAt
	mu   sync.Mutex
	left int64
	free bool
}

// ReadAt fails when the bytes are used up.
func (m *meter) ReadAt(p []byte, offset int64) (int, error) {
	m.mu.Lock()
	m.left -= int64(len(p))
	stop := m.left < 0 && !m.free
	m.mu.Unlock()
	if stop {
		return 0, errDirectory
	}
	return m.ReaderAt.ReadAt(p, offset)
}

func (m *meter) off() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.free = true
}

func (m *meter) spent() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.left < 0
}
