import { ActionIcon, CopyButton } from '@mantine/core'
import { Check, Copy as CopyIcon } from 'lucide-react'

/** A small button that copies a value. */
export function Copy({ value, what }: { value: string; what: string }) {
  return (
    <CopyButton value={value} timeout={1500}>
      {({ copied, copy }) => (
        <ActionIcon variant="subtle" color="gray" size="sm" aria-label={copied ? 'Copied' : `Copy ${what}`} title={`Copy ${what}`} onClick={copy}>
          {copied ? <Check size={13} aria-hidden /> : <CopyIcon size={13} aria-hidden />}
        </ActionIcon>
      )}
    </CopyButton>
  )
}
