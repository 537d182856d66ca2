import { UnstyledButton } from '@mantine/core'
import type { ReactNode } from 'react'

/** The name of a row, as a button that opens it. */
export function NameButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <UnstyledButton onClick={onClick} style={{ fontWeight: 600, fontSize: 'inherit', borderRadius: 4, textAlign: 'left' }}>
      {children}
    </UnstyledButton>
  )
}
