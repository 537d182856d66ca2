package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"strconv"
)

const prepareMutation = `query($input: PrepareTurnInput!) { prepareTurn(input: $input) { blocked manifestText decisions { delivery reason version { id } } tools } }`

const (
	preparedVersions = 500
	preparations     = 50
)

// prepare prints the server's processor time for preparing a turn over many versions.
func prepare(ctx context.Context, s *stage) error {
	id, model, err := s.longConversation(ctx)
	if err != nil {
		return err
	}
	once := func() error {
		var got struct {
			PrepareTurn struct{ Decisions []struct{ Reason string } }
		}
		err := s.query(ctx, prepareMutation, map[string]any{"input": map[string]any{"conversationId": id, "modelId": model}}, &got)
		if err == nil && len(got.PrepareTurn.Decisions) != preparedVersions {
			err = fmt.Errorf("%d decisions", len(got.PrepareTurn.Decisions))
		}
		return err
	}
	if err := once(); err != nil {
		return err
	}
	before := s.processorSeconds()
	took, err := timed(func() error {
		for range preparations {
			if err := once(); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	fmt.Printf("%d versions   %.1f ms of processor time, %.1f ms until the answer\n", preparedVersions,
		1000*(s.processorSeconds()-before)/preparations, 1000*took/preparations)
	return nil
}

// longConversation creates a conversation with many artifacts of one version each, and a model.
func (s *stage) longConversation(ctx context.Context) (id, model string, err error) {
	if id, err = s.conversation(ctx); err != nil {
		return "", "", err
	}
	var made struct {
		CreateModel struct{ Model struct{ ID string } }
	}
	err = s.query(ctx, `mutation { createModel(input: {name: "bench", provider: "generic", inputMimePatterns: ["image/*"]}) { model { id } } }`, nil, &made)
	if err != nil {
		return "", "", err
	}
	sha := fmt.Sprintf("%064d", 8)
	for _, sql := range []string{
		"INSERT INTO blobs (sha256, size_bytes, bytes, last_referenced_at, created_at) VALUES ('" + sha + "', 2, '{}', now(), now())",
		"INSERT INTO artifacts (id, conversation_id, type_id, name, owner, letter, created_at, updated_at) SELECT gen_random_uuid(), '" + id + "', t.id, 'Artifact ' || n, 'admin', 'L' || n, now(), now() FROM artifact_types t, generate_series(1, " + strconv.Itoa(preparedVersions) + ") n WHERE t.name = 'JSON'",
		"INSERT INTO artifact_versions (id, artifact_id, conversation_id, number, direction, mime_type, file_name, sha256, size_bytes, created_at) SELECT gen_random_uuid(), a.id, a.conversation_id, 1, 'OUTPUT', 'application/json', 'a.json', '" + sha + "', 2, now() FROM artifacts a WHERE a.conversation_id = '" + id + "'",
		"ANALYZE",
	} {
		if _, err := s.db.Pool.Exec(ctx, sql); err != nil {
			return "", "", err
		}
	}
	return id, made.CreateModel.Model.ID, nil
}

// processorSeconds returns the server's processor time since its start.
func (s *stage) processorSeconds() float64 {
	b, err := os.ReadFile("/proc/" + strconv.Itoa(s.server.Process.Pid) + "/stat")
	if err != nil {
		return 0
	}
	fields := bytes.Fields(b[bytes.LastIndexByte(b, ')')+1:]) // the third field is the first behind the name
	user, _ := strconv.ParseFloat(string(fields[11]), 64)
	system, _ := strconv.ParseFloat(string(fields[12]), 64)
	return (user + system) / 100 // in ticks of 10 ms
}
