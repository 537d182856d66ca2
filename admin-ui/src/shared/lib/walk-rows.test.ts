import { beforeEach, describe, expect, it } from 'vitest'
import { walkRows } from './walk-rows'

describe('walkRows', () => {
  let box: HTMLElement
  const at = (id: string) => box.querySelector<HTMLElement>(`#${id}`) as HTMLElement
  const press = (key: string) =>
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))

  beforeEach(() => {
    document.body.innerHTML =
      '<div><input id="filter"><input id="choice" aria-haspopup="listbox"><button id="a" data-walk></button><button id="b" data-walk></button></div>'
    box = document.body.firstElementChild as HTMLElement
    walkRows(box)
  })

  it.each([
    ['filter', ['ArrowDown'], 'a'],
    ['filter', ['ArrowDown', 'ArrowDown'], 'b'],
    ['b', ['ArrowUp'], 'a'],
    ['b', ['ArrowDown'], 'b'],
    ['choice', ['ArrowDown'], 'choice'],
    ['filter', ['Enter'], 'filter'],
  ])('from %s by %j to %s', (from, keys, to) => {
    at(from).focus()
    for (const key of keys) press(key)
    expect(document.activeElement?.id).toBe(to)
  })
})
