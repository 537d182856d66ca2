interface Opening {
  /** Whether a live event opens it, not a person. */
  auto: boolean
  phone?: boolean
  /** Whether new documents may open by themselves; true by default. */
  setting?: boolean
}

/** Returns how a document opens: with the focus, without it, or not at all. */
export function quietOpen({ auto, phone = false, setting = true }: Opening): 'focus' | 'quiet' | 'skip' {
  if (!auto) return 'focus'
  return setting && !phone ? 'quiet' : 'skip'
}
