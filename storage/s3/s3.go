// Package s3 stores objects in one bucket of MinIO or any S3, through minio-go and plain S3 calls only. The server's
// App and storage/gateway use it.
package s3

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"

	"vitrine/internal/fault"
	"vitrine/storage"
)

// partSize bounds the memory of one upload: minio-go's default for an unknown size is 528 MiB.
const partSize = 16 << 20

// Options select a bucket of a server.
type Options struct {
	Endpoint  string // URL or host:port; http when it has no scheme
	Bucket    string
	AccessKey string
	SecretKey string
	Region    string
	// ExternalEndpoint is the address at which clients reach the server; links are signed for it. Empty means Endpoint.
	ExternalEndpoint string
}

// Store is one bucket.
type Store struct {
	client *minio.Client
	signer *minio.Client // signs links; it never connects
	bucket string
	region string
}

var _ storage.Store = (*Store)(nil)

// New returns a store without connecting to the server.
func New(o Options) (*Store, error) {
	client, err := connect(o, o.Endpoint, "S3_ENDPOINT")
	if err != nil {
		return nil, err
	}
	signer, err := connect(o, cmp.Or(o.ExternalEndpoint, o.Endpoint), "S3_EXTERNAL_ENDPOINT")
	if err != nil {
		return nil, err
	}
	return &Store{client: client, signer: signer, bucket: o.Bucket, region: o.Region}, nil
}

func connect(o Options, endpoint, setting string) (*minio.Client, error) {
	host, secure, err := address(endpoint, setting)
	if err != nil {
		return nil, err
	}
	client, err := minio.New(host, &minio.Options{
		Creds: credentials.NewStaticV4(o.AccessKey, o.SecretKey, ""), Secure: secure, Region: o.Region, MaxRetries: 3,
		Transport: transport(), BucketLookup: minio.BucketLookupAuto,
	})
	if err != nil {
		return nil, fault.Invalid(setting, "The store at %q cannot be used.", endpoint).Because(err)
	}
	return client, nil
}

// EnsureBucket creates the bucket when it is absent.
func (s *Store) EnsureBucket(ctx context.Context) error {
	there, err := s.client.BucketExists(ctx, s.bucket)
	if err != nil || there {
		return s.fault(err)
	}
	err = s.client.MakeBucket(ctx, s.bucket, minio.MakeBucketOptions{Region: s.region})
	if code := minio.ToErrorResponse(err).Code; code == "BucketAlreadyOwnedByYou" || code == "BucketAlreadyExists" {
		return nil
	}
	return s.fault(err)
}

// Ping checks that the bucket exists.
func (s *Store) Ping(ctx context.Context) error {
	there, err := s.client.BucketExists(ctx, s.bucket)
	if err == nil && !there {
		return fault.Unavailable("object store", fmt.Errorf("bucket %s is gone", s.bucket))
	}
	return s.fault(err)
}

// Put writes size bytes; an error leaves neither an object nor parts of one.
func (s *Store) Put(ctx context.Context, key string, r io.Reader, size int64) error {
	_, err := s.client.PutObject(ctx, s.bucket, key, r, size, minio.PutObjectOptions{
		ContentType: "application/octet-stream", PartSize: partSize,
	})
	if err != nil && minio.ToErrorResponse(err).Code == "" && errors.Is(err, io.ErrUnexpectedEOF) {
		return fmt.Errorf("%w: %w", storage.ErrShort, err)
	}
	return s.fault(err)
}

// Open reads the object's size, so that an absent key is reported here and not at the first read.
func (s *Store) Open(ctx context.Context, key string) (storage.Object, error) {
	o, err := s.client.GetObject(ctx, s.bucket, key, minio.GetObjectOptions{})
	if err != nil {
		return nil, s.fault(err)
	}
	if _, err := o.Stat(); err != nil {
		_ = o.Close()
		return nil, s.fault(err)
	}
	return o, nil
}

// Stat returns the facts of an object.
func (s *Store) Stat(ctx context.Context, key string) (storage.Info, error) {
	info, err := s.client.StatObject(ctx, s.bucket, key, minio.StatObjectOptions{})
	return storage.Info{SizeBytes: info.Size, ModTime: info.LastModified}, s.fault(err)
}

// Delete deletes an object.
func (s *Store) Delete(ctx context.Context, key string) error {
	return s.fault(s.client.RemoveObject(ctx, s.bucket, key, minio.RemoveObjectOptions{}))
}

// fault turns a client error into one that a caller may see; addresses and keys stay in the log.
func (s *Store) fault(err error) error {
	switch code := minio.ToErrorResponse(err).Code; {
	case err == nil || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded):
		return err
	case code == "NoSuchKey" || code == "NotFound":
		return fault.NotFound("stored content").Because(err)
	}
	return fault.Unavailable("object store", err)
}

func address(endpoint, setting string) (host string, secure bool, err error) {
	if !strings.Contains(endpoint, "://") {
		return endpoint, false, nil
	}
	u, err := url.Parse(endpoint)
	if err != nil || u.Host == "" || u.Path != "" && u.Path != "/" {
		return "", false, fault.Invalid(setting, "%q is not the address of a store.", endpoint).Try("Write an address such as http://minio:9000.")
	}
	return u.Host, u.Scheme == "https", nil
}

// transport has enough idle connections for parallel uploads and a deadline for servers that do not respond.
func transport() http.RoundTripper {
	t := http.DefaultTransport.(*http.Transport).Clone() //nolint:forcetypeassert // documented type
	t.MaxIdleConnsPerHost = 64
	t.ResponseHeaderTimeout = 30 * time.Second
	t.DisableCompression = true
	return t
}
