import { CloseButton, TextInput } from '@mantine/core'
import { useDebouncedCallback, useHotkeys } from '@mantine/hooks'
import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'

interface Props {
  label: string
  value: string | undefined
  onChange: (value: string | undefined) => void
  /** Whether `/` focuses this field. At most one field of a page should have it. */
  slash?: boolean
}

/** Filters while typing. `/` focuses the field, Escape clears it. */
export function SearchField({ label, value = '', onChange, slash = true }: Props) {
  const [typed, setTyped] = useState(value)
  const input = useRef<HTMLInputElement>(null)
  const emit = useDebouncedCallback((next: string) => onChange(next || undefined), 250)
  useEffect(() => setTyped(value), [value])
  useHotkeys(slash ? [['/', () => input.current?.focus()]] : [])
  const change = (next: string) => {
    setTyped(next)
    emit(next)
  }
  return (
    <TextInput
      ref={input}
      type="search"
      aria-label={label}
      placeholder={label}
      value={typed}
      maxLength={80}
      leftSection={<Search size={15} aria-hidden />}
      rightSection={typed && <CloseButton size="sm" aria-label="Clear the filter" onClick={() => change('')} />}
      onChange={(event) => change(event.currentTarget.value)}
      onKeyDown={(event) => event.key === 'Escape' && typed && (event.stopPropagation(), change(''))}
      style={{ flex: '1 1 220px', maxWidth: 340 }}
    />
  )
}
