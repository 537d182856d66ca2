package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"time"

	"vitrine/storage"
)

// uploadSize is just below the limit of uploadArtifact.
const uploadSize = 31 << 20

const uploadMutation = `mutation($input: UploadArtifactInput!, $file: Upload!) { uploadArtifact(input: $input, file: $file) { version { id sha256 } } }`

// upload compares uploadArtifact with a minio-go PutObject of the same bytes into the same store, alternating.
func upload(ctx context.Context, s *stage) error {
	bare, err := s.bare(ctx)
	if err != nil {
		return err
	}
	id, err := s.conversation(ctx)
	if err != nil {
		return err
	}
	var ours, theirs []float64
	for range rounds {
		content := picture()
		took, err := timed(func() error { return send(ctx, s, id, content) })
		if err != nil {
			return err
		}
		ours = append(ours, took)
		took, err = timed(func() error { return bare.Put(ctx, storage.NewKey(), bytes.NewReader(content), uploadSize) })
		if err != nil {
			return err
		}
		theirs = append(theirs, took)
	}
	a, b := uploadSize/1e6/median(ours), uploadSize/1e6/median(theirs)
	fmt.Printf("31 MiB upload  vitrine %4.0f MB/s   bare minio-go %4.0f MB/s   %.0f %% of it\n", a, b, 100*a/b)
	return nil
}

// picture returns new bytes that begin like a PNG.
func picture() []byte {
	b := make([]byte, uploadSize)
	_, _ = rand.Read(b)
	copy(b, "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR")
	return b
}

func send(ctx context.Context, s *stage, conversationID string, content []byte) error {
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	operations, _ := json.Marshal(map[string]any{"query": uploadMutation, "variables": map[string]any{
		"input": map[string]any{"conversationId": conversationID, "fileName": "a.png", "mimeType": "image/png"}, "file": nil,
	}})
	_ = form.WriteField("operations", string(operations))
	_ = form.WriteField("map", `{"0":["variables.file"]}`)
	part, err := form.CreatePart(textproto.MIMEHeader{"Content-Disposition": {`form-data; name="0"; filename="a.png"`}, "Content-Type": {"image/png"}})
	if err != nil {
		return err
	}
	if _, err := part.Write(content); err != nil {
		return err
	}
	_ = form.Close()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, s.url+"/graphql", &body)
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", form.FormDataContentType())
	return do(req, nil)
}

func timed(f func() error) (seconds float64, err error) {
	started := time.Now()
	err = f()
	return time.Since(started).Seconds(), err
}
