package memory

import (
	"bytes"
	"context"
	"io"
	"strconv"
	"time"

	"github.com/google/uuid"

	"vitrine/internal/fault"
	"vitrine/models"
	"vitrine/storage"
)

var _ storage.Parts = (*Store)(nil)

// Begin starts an object that is sent in parts.
func (s *Store) Begin(context.Context, string) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.parts == nil {
		s.parts = map[string]map[int][]byte{}
	}
	id := uuid.NewString()
	s.parts[id] = map[int][]byte{}
	return id, nil
}

// PutPart stores one part.
func (s *Store) PutPart(_ context.Context, _, id string, number int, r io.Reader, size int64) (models.UploadPart, error) {
	b, err := io.ReadAll(io.LimitReader(r, size))
	if err != nil || int64(len(b)) < size {
		return models.UploadPart{}, storage.ErrShort
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.parts[id] == nil {
		return models.UploadPart{}, fault.NotFound("upload")
	}
	s.parts[id][number] = b
	return models.UploadPart{Number: number, ETag: strconv.Itoa(number)}, nil
}

// Finish joins the parts to the object.
func (s *Store) Finish(ctx context.Context, key, id string, parts []models.UploadPart) error {
	s.mu.Lock()
	have, ok := s.parts[id]
	s.mu.Unlock()
	if !ok {
		_, err := s.Stat(ctx, key)
		return err
	}
	for i, p := range parts {
		if i < len(parts)-1 && len(have[p.Number]) < storage.MinPart {
			return storage.SmallPart()
		}
	}
	if err := s.Abort(ctx, key, id); err != nil { // the parts are not needed any more
		return err
	}
	var whole bytes.Buffer
	for _, p := range parts {
		whole.Write(have[p.Number])
	}
	return s.Put(ctx, key, &whole, int64(whole.Len()))
}

// Abort deletes the parts.
func (s *Store) Abort(_ context.Context, _, id string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.parts, id)
	return nil
}

// PresignPut returns an error: no client outside the process can reach this store.
func (s *Store) PresignPut(context.Context, string, int64, []byte, time.Duration) (storage.Link, error) {
	return storage.Link{}, fault.New(fault.CodeUnsupportedType, "This store cannot be reached by clients.").Try("Send the file through the server.")
}
