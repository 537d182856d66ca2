import { json } from '@codemirror/lang-json'
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { type Extension, Prec } from '@codemirror/state'
import { EditorView, keymap } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { graphql, updateSchema } from 'cm6-graphql'
import { minimalSetup } from 'codemirror'
import type { GraphQLSchema } from 'graphql'
import { useEffect, useRef } from 'react'
import classes from './editor.module.css'

interface Props {
  label: string
  language: 'graphql' | 'json'
  value: string
  schema?: GraphQLSchema | null
  readOnly?: boolean
  onChange?: (value: string) => void
  onRun?: () => void
}

/** A code field with colours; for GraphQL also with completion and checks against the schema. */
export function Editor({ label, language, value, schema, readOnly = false, onChange, onRun }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const calls = useRef({ onChange, onRun })
  useEffect(() => {
    calls.current = { onChange, onRun }
  })
  useEffect(() => {
    if (!place.current) return
    const editor = new EditorView({
      parent: place.current,
      doc: value,
      extensions: [
        runKey(() => calls.current.onRun?.()),
        minimalSetup,
        language === 'json' ? json() : graphql(),
        syntaxHighlighting(colours),
        look,
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
        EditorView.editable.of(!readOnly),
        EditorView.updateListener.of((update) => update.docChanged && calls.current.onChange?.(update.state.doc.toString())),
      ],
    })
    view.current = editor
    return () => editor.destroy()
    // oxlint-disable-next-line react/exhaustive-deps -- made once; what changes is passed on below
  }, [])
  useEffect(() => {
    const editor = view.current
    if (editor && editor.state.doc.toString() !== value) {
      editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } })
    }
  }, [value])
  useEffect(() => {
    if (view.current && schema) updateSchema(view.current, schema)
  }, [schema])
  return <div ref={place} className={classes.editor} />
}

function runKey(run: () => void): Extension {
  return Prec.highest(keymap.of([{ key: 'Mod-Enter', run: () => (run(), true) }]))
}

const look = EditorView.theme({
  '&': { height: '100%', fontSize: '13px', backgroundColor: 'transparent', color: 'var(--v-ink)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--v-mono)', lineHeight: '1.6' },
  '.cm-content': { padding: '14px 16px', caretColor: 'var(--v-ink)' },
  '.cm-cursor': { borderLeftColor: 'var(--v-ink)' },
  '.cm-tooltip': { background: 'var(--v-raised)', border: '1px solid var(--v-line-strong)', borderRadius: '8px', color: 'var(--v-ink)' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { background: 'var(--v-accent-wash)', color: 'var(--v-accent)' },
})

const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.definitionKeyword], color: 'var(--v-accent)', fontWeight: '600' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--v-good)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--v-brass)' },
  { tag: [tags.comment], color: 'var(--v-ink-faint)', fontStyle: 'italic' },
  { tag: [tags.typeName, tags.atom], color: 'var(--v-brass)' },
  { tag: [tags.special(tags.name), tags.variableName], color: 'var(--v-bad)' },
  { tag: [tags.punctuation, tags.bracket, tags.brace], color: 'var(--v-ink-soft)' },
])
