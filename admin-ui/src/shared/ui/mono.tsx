import type { ReactNode } from 'react'

/** Monospaced text such as MIME types, paths and hashes. `whole` keeps it on one line. */
export function Mono({ children, soft, whole }: { children: ReactNode; soft?: boolean; whole?: boolean }) {
  return (
    <span
      style={{
        fontFamily: 'var(--v-mono)',
        fontSize: '0.92em',
        overflowWrap: 'anywhere',
        whiteSpace: whole ? 'nowrap' : undefined,
        color: soft ? 'var(--v-ink-soft)' : undefined,
      }}
    >
      {children}
    </span>
  )
}
