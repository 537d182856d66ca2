/**
 * A ref callback: the arrow keys move the focus between the elements marked data-walk in a container. From
 * elsewhere in the container, arrow down focuses the first one.
 */
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

/** Reports whether the target is a select or a menu, which handle the arrow keys themselves. */
function isChoice(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[aria-haspopup], [role=menu], [role=listbox]') !== null
}
