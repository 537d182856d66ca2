interface Opening {
  /** Whether a birth in the live chat opens it, and no person. */
  auto: boolean
  phone?: boolean
  /** Whether new documents may open by themselves; they may unless it was switched off. */
  setting?: boolean
}

/** How a document opens: with the focus, quietly beside what one does, or not at all. */
export function quietOpen({ auto, phone = false, setting = true }: Opening): 'focus' | 'quiet' | 'skip' {
  if (!auto) return 'focus'
  return setting && !phone ? 'quiet' : 'skip'
}
