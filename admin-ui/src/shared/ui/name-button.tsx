import { UnstyledButton } from '@mantine/core'
import type { ReactNode } from 'react'

/** A row's name that opens the row. */
export function NameButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <UnstyledButton onClick={onClick} style={{ fontWeight: 600, fontSize: 'inherit', borderRadius: 4, textAlign: 'left' }}>
      {children}
    </UnstyledButton>
  )
}
