package deliverable

import (
	"fmt"
	"strings"
	"time"

	"vitrine/models"
)

// Language is a language of meta lines.
type Language string

// The languages.
const (
	English  Language = "EN"
	Chinese  Language = "ZH"
	Japanese Language = "JA"
)

// Languages lists them.
var Languages = []Language{English, Chinese, Japanese}

// lexicon holds the words of one language: kinds, the tokens of Facts, and ages.
type lexicon struct {
	kinds map[models.DeliverableKind]string
	// parts are the words of the tokens of Facts; %s is what follows a token's colon, for example a number.
	parts map[string]string
	// ones are the words of tokens with the value 1, where a language has another form for them.
	ones                map[string]string
	now, min, hour, day string // "just now" and "%d minutes ago" and so on
}

// separator separates two parts of a line.
const separator = " · "

var lexicons = map[Language]*lexicon{
	English: {
		kinds: kindWords("Document", "Service", "Page", "Design", "Media", "Upload", "File", "Code"),
		parts: map[string]string{
			"handed-over-by": "Handed over by %s", "published": "Published", "unpublished": "Unpublished", "attached-by-you": "Attached by you",
			"changed": "Changed %s times", "written-by-agent": "Written by the agent", "last-by-you": "last by you",
			"by-subagent": "by subagent %s", "handed-to": "handed to %s", "running": "Running", "since": "since %s", "stopped-at": "Stopped %s",
			"items": "%s items", "matches": "%s matches", "code": "%s code",
		},
		ones: map[string]string{"changed": "Changed once", "items": "1 item", "matches": "1 match"},
		now:  "just now", min: "%d min ago", hour: "%d h ago", day: "%d d ago",
	},
	Chinese: {
		kinds: kindWords("文档", "服务", "页面", "设计", "媒体", "上传", "文件", "代码"),
		parts: map[string]string{
			"handed-over-by": "由 %s 移交", "published": "已发布", "unpublished": "已取消发布", "attached-by-you": "由你附加",
			"changed": "已更改 %s 次", "written-by-agent": "由代理撰写", "last-by-you": "最近由你修改",
			"by-subagent": "由子代理 %s 完成", "handed-to": "已移交给 %s", "running": "运行中", "since": "%s启动", "stopped-at": "%s停止",
			"items": "%s 项", "matches": "%s 个匹配", "code": "%s 个代码文件",
		},
		now: "刚刚", min: "%d 分钟前", hour: "%d 小时前", day: "%d 天前",
	},
	Japanese: {
		kinds: kindWords("ドキュメント", "サービス", "ページ", "デザイン", "メディア", "アップロード", "ファイル", "コード"),
		parts: map[string]string{
			"handed-over-by": "%s から引き継ぎ", "published": "公開中", "unpublished": "公開終了", "attached-by-you": "あなたが添付",
			"changed": "%s 回変更", "written-by-agent": "エージェントが作成", "last-by-you": "最後の変更はあなた",
			"by-subagent": "サブエージェント %s による", "handed-to": "%s に引き渡し済み", "running": "実行中", "since": "%sから", "stopped-at": "%sに停止",
			"items": "%s 件", "matches": "%s 件一致", "code": "コード %s 件",
		},
		now: "たった今", min: "%d 分前", hour: "%d 時間前", day: "%d 日前",
	},
}

// kindWords maps the kinds, in the order of the view, to words.
func kindWords(words ...string) map[models.DeliverableKind]string {
	of := map[models.DeliverableKind]string{}
	for i, kind := range models.DeliverableKinds {
		of[kind] = words[i]
	}
	return of
}

// KindWord returns the word for a kind in a language.
func KindWord(kind models.DeliverableKind, in Language) string { return lexicons[in].kinds[kind] }

// MetaLine formats the Facts of a row for a reader at a time: "Changed 3 times · 5 min ago · by subagent fix".
func MetaLine(row *models.Deliverable, in Language, now time.Time) string {
	words := lexicons[in]
	var parts []string
	for _, token := range Facts(row) {
		parts = append(parts, words.timed(token, now.Sub(timeOf(row))))
	}
	return strings.Join(parts, separator)
}

// timed formats one token of a meta line; some include an age.
func (l *lexicon) timed(token string, age time.Duration) string {
	switch token {
	case "ago":
		return l.ago(age)
	case "since", "stopped-at":
		return fmt.Sprintf(l.parts[token], l.ago(age))
	}
	return l.part(token)
}

// CountLine formats the length of a list: "43 items · 174 code".
func CountLine(list *List, in Language) string {
	var parts []string
	for _, token := range list.CountLine() {
		parts = append(parts, lexicons[in].part(token))
	}
	return strings.Join(parts, separator)
}

// part formats one token.
func (l *lexicon) part(token string) string {
	name, carried, carries := strings.Cut(token, ":")
	switch one := l.ones[name]; {
	case carried == "1" && one != "":
		return one
	case carries:
		return fmt.Sprintf(l.parts[name], carried)
	}
	return l.parts[name]
}

// ago formats an age in its largest whole unit; a time in the future is now.
func (l *lexicon) ago(age time.Duration) string {
	switch {
	case age < time.Minute:
		return l.now
	case age < time.Hour:
		return fmt.Sprintf(l.min, int(age.Minutes()))
	case age < 24*time.Hour:
		return fmt.Sprintf(l.hour, int(age.Hours()))
	}
	return fmt.Sprintf(l.day, int(age.Hours()/24))
}

// timeOf returns the time that a row's meta line shows: when a service was started or stopped, else the last change.
func timeOf(row *models.Deliverable) time.Time {
	switch {
	case row.Service == nil:
		return row.LastAt
	case row.Service.StoppedAt.IsZero():
		return row.Service.Since
	}
	return row.Service.StoppedAt
}
