import { CloseButton, TextInput } from '@mantine/core'
import { useDebouncedCallback, useHotkeys } from '@mantine/hooks'
import { Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'

/** The maximum length of a filter, which the server enforces. */
const most = 80

interface Props {
  value: string
  onChange: (value: string) => void
  size?: 'xs' | 'sm'
}

/** Filters deliverables while typing. `/` focuses the field. Escape clears it, and then removes the focus. */
export function FilterField({ value, onChange, size = 'sm' }: Props) {
  const [typed, setTyped] = useState(value)
  const input = useRef<HTMLInputElement>(null)
  const emit = useDebouncedCallback((next: string) => onChange(next.trim()), 150)
  useEffect(() => setTyped((now) => (now.trim() === value ? now : value)), [value])
  useHotkeys([['/', () => input.current?.focus()]])
  const change = (next: string) => {
    setTyped(next)
    emit(next)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    if (typed === '') return input.current?.blur()
    event.stopPropagation()
    change('')
  }
  return (
    <TextInput
      ref={input}
      aria-label="Filter the artifacts"
      placeholder="Filter"
      maxLength={most}
      size={size}
      value={typed}
      leftSection={<Search size={14} aria-hidden />}
      rightSection={typed && <CloseButton size="sm" aria-label="Clear the filter" onClick={() => change('')} />}
      onChange={(event) => change(event.currentTarget.value)}
      onKeyDown={onKeyDown}
    />
  )
}
