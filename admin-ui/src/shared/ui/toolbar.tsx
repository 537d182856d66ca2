import type { ReactNode } from 'react'

/** The row above a table: first the filter, then other choices. */
export function Toolbar({ children }: { children: ReactNode }) {
  return (
    <div
      style={{
        display: 'flex',
        flexWrap: 'wrap',
        gap: 10,
        alignItems: 'center',
        padding: '14px 16px',
        borderBottom: '1px solid var(--v-line)',
      }}
    >
      {children}
    </div>
  )
}
