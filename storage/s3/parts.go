package s3

import (
	"context"
	"encoding/base64"
	"io"
	"net/http"
	"strconv"
	"time"

	"github.com/minio/minio-go/v7"

	"vitrine/models"
	"vitrine/storage"
)

var _ storage.Parts = (*Store)(nil)

// Begin starts a multipart upload.
func (s *Store) Begin(ctx context.Context, key string) (string, error) {
	id, err := s.core().NewMultipartUpload(ctx, s.bucket, key, minio.PutObjectOptions{ContentType: "application/octet-stream"})
	return id, s.fault(err)
}

// PutPart stores one part.
func (s *Store) PutPart(ctx context.Context, key, id string, number int, r io.Reader, size int64) (models.UploadPart, error) {
	part, err := s.core().PutObjectPart(ctx, s.bucket, key, id, number, r, size, minio.PutObjectPartOptions{})
	return models.UploadPart{Number: number, ETag: part.ETag}, s.fault(err)
}

// Finish completes the multipart upload; when the store no longer knows its id, the object must exist.
func (s *Store) Finish(ctx context.Context, key, id string, parts []models.UploadPart) error {
	whole := make([]minio.CompletePart, len(parts))
	for i, p := range parts {
		whole[i] = minio.CompletePart{PartNumber: p.Number, ETag: p.ETag}
	}
	_, err := s.core().CompleteMultipartUpload(ctx, s.bucket, key, id, whole, minio.PutObjectOptions{})
	switch minio.ToErrorResponse(err).Code {
	case "NoSuchUpload":
		_, err := s.Stat(ctx, key)
		return err
	case "EntityTooSmall":
		return storage.SmallPart().Because(err)
	}
	return s.fault(err)
}

// Abort aborts the multipart upload.
func (s *Store) Abort(ctx context.Context, key, id string) error {
	err := s.core().AbortMultipartUpload(ctx, s.bucket, key, id)
	if minio.ToErrorResponse(err).Code == "NoSuchUpload" {
		return nil
	}
	return s.fault(err)
}

// PresignPut signs a PUT for the address that clients use. Size and checksum are part of the signature, so the store
// itself rejects other bytes.
func (s *Store) PresignPut(ctx context.Context, key string, size int64, sha256 []byte, life time.Duration) (storage.Link, error) {
	sum := base64.StdEncoding.EncodeToString(sha256)
	u, err := s.signer.PresignHeader(ctx, http.MethodPut, s.bucket, key, life, nil, http.Header{
		"X-Amz-Checksum-Sha256": {sum}, "Content-Length": {strconv.FormatInt(size, 10)},
	})
	if err != nil {
		return storage.Link{}, s.fault(err)
	}
	return storage.Link{Method: http.MethodPut, URL: u.String(), Headers: map[string]string{"x-amz-checksum-sha256": sum}}, nil
}

func (s *Store) core() minio.Core { return minio.Core{Client: s.client} }
