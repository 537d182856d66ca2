/** The logo and the name. */
export function Wordmark({ size = 22 }: { size?: number }) {
  return (
    <span style={{ display: 'inline-flex', alignItems: 'center', gap: 10 }}>
      <svg width={size + 6} height={size + 6} viewBox="0 0 32 32" aria-hidden>
        <rect width="32" height="32" rx="8" fill="#17524b" />
        <path d="M8 12.5 16 7l8 5.5v11H8z" fill="none" stroke="#cfe6df" strokeWidth="2" strokeLinejoin="round" />
        <path d="M13 19.5h6v4h-6z" fill="#d9a441" />
      </svg>
      <span style={{ font: `500 ${size}px/1 var(--v-serif)`, letterSpacing: '-0.015em' }}>Vitrine</span>
    </span>
  )
}
