/** Returns the title of a conversation, or a placeholder. */
export function nameOf({ title }: { title: string }): string {
  return title.trim() || 'Untitled conversation'
}
