/** A ref: arrow keys move the focus along what is marked data-walk in a container, and enter at the first from elsewhere in it. */
export function walkRows(container: HTMLElement | null) {
  if (!container) return
  const listen = (event: KeyboardEvent) => walk(container, event)
  container.addEventListener('keydown', listen)
  return () => container.removeEventListener('keydown', listen)
}

function walk(container: HTMLElement, event: KeyboardEvent) {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0 || event.defaultPrevented || isChoice(event.target)) return
  const rows = [...container.querySelectorAll<HTMLElement>('[data-walk]')]
  const next = rows[rows.indexOf(document.activeElement as HTMLElement) + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}

/** Selects and menus have their own use for the arrow keys. */
function isChoice(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[aria-haspopup], [role=menu], [role=listbox]') !== null
}
