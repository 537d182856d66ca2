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
	"os"
	"strconv"
	"strings"

	"vitrine/storage"
)

// doorSize is large against every buffer on the way.
const doorSize = 1 << 30

const (
	startMutation    = `mutation($input: StartUploadInput!) { startUpload(input: $input) { upload { id method url headers } } }`
	completeMutation = `mutation($input: CompleteUploadInput!) { completeUpload(input: $input) { version { sha256 sizeBytes } } }`
)

// doors compares the resumable and the direct door with a bare minio-go PutObject of as many bytes into the same store, and
// tells how much the server's memory grew.
func doors(ctx context.Context, s *stage) error {
	bare, err := s.bare(ctx)
	if err != nil {
		return err
	}
	id, err := s.conversation(ctx)
	if err != nil {
		return err
	}
	plain, err := timed(func() error { return bare.Put(ctx, storage.NewKey(), document(1), doorSize) })
	if err != nil {
		return err
	}
	rate := doorSize / 1e6 / plain
	fmt.Printf("1 GiB          bare minio-go %4.0f MB/s\n", rate)
	for n, direct := range []bool{false, true} {
		name := map[bool]string{false: "resumable", true: "direct"}[direct]
		s.peak()           // begin anew
		before := s.peak() // what is held now
		took, err := timed(func() error { return s.sendThrough(ctx, id, uint64(n+2), direct) })
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		fmt.Printf("%-14s %4.0f MB/s, %.0f %% of it; the server's memory peaked %d MiB higher\n", name, doorSize/1e6/took, 100*plain/took, (s.peak()-before)>>20)
	}
	return nil
}

// document streams doorSize bytes that begin like a PDF and never repeat.
func document(seed uint64) io.Reader {
	head := "%PDF-1.7\n"
	return io.MultiReader(strings.NewReader(head), io.LimitReader(rand.NewChaCha8([32]byte{byte(seed)}), doorSize-int64(len(head))))
}

func (s *stage) sendThrough(ctx context.Context, conversationID string, seed uint64, direct bool) error {
	input := map[string]any{"conversationId": conversationID, "fileName": "large.pdf", "mimeType": "application/pdf", "sizeBytes": doorSize, "direct": direct}
	if direct {
		h := sha256.New()
		if _, err := io.Copy(h, document(seed)); err != nil {
			return err
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
		return err
	}
	u := started.StartUpload.Upload
	if strings.HasPrefix(u.URL, "/") {
		u.URL, u.Headers = s.url+u.URL, map[string]string{"Authorization": "Bearer " + adminKey}
	}
	req, err := http.NewRequestWithContext(ctx, u.Method, u.URL, document(seed))
	if err != nil {
		return err
	}
	req.ContentLength = doorSize
	for name, value := range u.Headers {
		req.Header.Set(name, value)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer func() { _ = res.Body.Close() }()
	if res.StatusCode != http.StatusOK {
		return fmt.Errorf("PUT: %s", res.Status)
	}
	return s.query(ctx, completeMutation, map[string]any{"input": map[string]any{"uploadId": u.ID}}, nil)
}

func (s *stage) conversation(ctx context.Context) (string, error) {
	var made struct {
		CreateConversation struct{ Conversation struct{ ID string } }
	}
	err := s.query(ctx, `mutation { createConversation(input: {title: "bench"}) { conversation { id } } }`, nil, &made)
	return made.CreateConversation.Conversation.ID, err
}

// peak gives the most memory the server has held since the last call, in bytes, and starts counting anew.
func (s *stage) peak() int64 {
	proc := "/proc/" + strconv.Itoa(s.server.Process.Pid)
	b, err := os.ReadFile(proc + "/status")
	if err != nil {
		return 0
	}
	_ = os.WriteFile(proc+"/clear_refs", []byte("5"), 0o600) //nolint:gosec // resets VmHWM
	for line := range bytes.Lines(b) {
		if rest, ok := bytes.CutPrefix(line, []byte("VmHWM:")); ok {
			n, _ := strconv.ParseInt(strings.TrimSuffix(strings.TrimSpace(string(rest)), " kB"), 10, 64)
			return n << 10
		}
	}
	return 0
}
