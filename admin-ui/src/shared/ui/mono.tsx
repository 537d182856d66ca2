import type { ReactNode } from 'react'

/** Text that machines read: MIMEs, paths, hashes. */
export function Mono({ children, soft }: { children: ReactNode; soft?: boolean }) {
  return (
    <span
      style={{
        fontFamily: 'var(--v-mono)',
        fontSize: '0.92em',
        overflowWrap: 'anywhere',
        color: soft ? 'var(--v-ink-soft)' : undefined,
      }}
    >
      {children}
    </span>
  )
}
