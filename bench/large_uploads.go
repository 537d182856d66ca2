package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"strings"
	"time"

	"vitrine/storage"
)

// largeSize is larger than every buffer.
const largeSize = 2 << 30

const (
	startMutation    = `mutation($input: StartUploadInput!) { startUpload(input: $input) { upload { id method url headers } } }`
	completeMutation = `mutation($input: CompleteUploadInput!) { completeUpload(input: $input) { version { id sha256 sizeBytes } } }`
)

// largeUploads compares resumable and direct uploads with a minio-go PutObject of as many bytes into the same store,
// and prints how much the server's memory grew.
func largeUploads(ctx context.Context, s *stage) error {
	if err := s.settle(ctx); err != nil {
		return err
	}
	bare, err := s.bare(ctx)
	if err != nil {
		return err
	}
	id, err := s.conversation(ctx)
	if err != nil {
		return err
	}
	plain, err := timed(func() error { return bare.Put(ctx, storage.NewKey(), document(1), largeSize) })
	if err != nil {
		return err
	}
	rate := largeSize / 1e6 / plain
	fmt.Printf("2 GiB          bare minio-go %4.0f MB/s\n", rate)
	for n, direct := range []bool{false, true} {
		name := map[bool]string{false: "resumable", true: "direct"}[direct]
		watch := s.watchMemory()
		took, err := timed(func() error { _, err := s.sendThrough(ctx, id, large(uint64(n+2), direct)); return err })
		grown := watch()
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		fmt.Printf("%-14s %4.0f MB/s, %.0f %% of it; the server's memory peaked %.0f MB higher, at %.0f MB\n", name, largeSize/1e6/took, 100*plain/took, grown.higher, grown.peak)
	}
	return s.refused(ctx, id)
}

// refused uploads one byte more than uploadArtifact accepts, and prints the remedy of the error.
func (s *stage) refused(ctx context.Context, conversationID string) error {
	err := send(ctx, s, conversationID, append(picture(), make([]byte, 1<<20+1)...))
	if err == nil || !strings.Contains(err.Error(), "TOO_LARGE") {
		return fmt.Errorf("uploadArtifact accepted more than its limit: %w", err)
	}
	fmt.Println("uploadArtifact above its limit:", err)
	return nil
}

// sent is a file to upload.
type sent struct {
	name, mime string
	size       int64
	body       func() io.Reader
	direct     bool
}

func large(seed uint64, direct bool) sent {
	return sent{"large.pdf", "application/pdf", largeSize, func() io.Reader { return document(seed) }, direct}
}

func inMemory(name, mime string, content []byte) sent {
	return sent{name, mime, int64(len(content)), func() io.Reader { return bytes.NewReader(content) }, false}
}

// document streams largeSize bytes that begin like a PDF and never repeat.
func document(seed uint64) io.Reader {
	head := "%PDF-1.7\n"
	return io.MultiReader(strings.NewReader(head), io.LimitReader(rand.NewChaCha8([32]byte{byte(seed)}), largeSize-int64(len(head))))
}

// sendThrough sends a file as a resumable or a direct upload and returns the id of its version.
func (s *stage) sendThrough(ctx context.Context, conversationID string, f sent) (string, error) {
	input := map[string]any{"conversationId": conversationID, "fileName": f.name, "mimeType": f.mime, "sizeBytes": f.size, "direct": f.direct}
	if f.direct {
		h := sha256.New()
		if _, err := io.Copy(h, f.body()); err != nil {
			return "", err
		}
		input["sha256"] = hex.EncodeToString(h.Sum(nil))
	}
	var started struct {
		StartUpload struct {
			Upload struct {
				ID, Method, URL string
				Headers         map[string]string
			}
		}
	}
	if err := s.query(ctx, startMutation, map[string]any{"input": input}, &started); err != nil {
		return "", err
	}
	u := started.StartUpload.Upload
	if strings.HasPrefix(u.URL, "/") {
		u.URL, u.Headers = s.url+u.URL, map[string]string{"Authorization": "Bearer " + adminKey}
	}
	req, err := http.NewRequestWithContext(ctx, u.Method, u.URL, f.body())
	if err != nil {
		return "", err
	}
	req.ContentLength = f.size
	for name, value := range u.Headers {
		req.Header.Set(name, value)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return "", err
	}
	defer func() { _ = res.Body.Close() }()
	if res.StatusCode != http.StatusOK {
		return "", fmt.Errorf("PUT: %s", res.Status)
	}
	var done struct {
		CompleteUpload struct{ Version struct{ ID string } }
	}
	err = s.query(ctx, completeMutation, map[string]any{"input": map[string]any{"uploadId": u.ID}}, &done)
	return done.CompleteUpload.Version.ID, err
}

func (s *stage) conversation(ctx context.Context) (string, error) {
	var made struct {
		CreateConversation struct{ Conversation struct{ ID string } }
	}
	err := s.query(ctx, `mutation { createConversation(input: {title: "bench"}) { conversation { id } } }`, nil, &made)
	return made.CreateConversation.Conversation.ID, err
}

// growth is the peak of the server's memory, in MB, and how much higher it is than before.
type growth struct{ peak, higher float64 }

// watchMemory samples the server's memory until the returned function is called, which returns the result.
func (s *stage) watchMemory() func() growth {
	before, end, seen := s.rss(), make(chan struct{}), make(chan growth)
	go func() {
		tick := time.NewTicker(10 * time.Millisecond)
		defer tick.Stop()
		peak := before
		for {
			select {
			case <-tick.C:
				peak = max(peak, s.rss())
			case <-end:
				seen <- growth{peak, peak - before}
				return
			}
		}
	}()
	return func() growth { close(end); return <-seen }
}
