/** What to call a conversation that may have no title. */
export function nameOf({ title }: { title: string }): string {
  return title.trim() || 'Untitled conversation'
}
