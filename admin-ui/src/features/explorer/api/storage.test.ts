import { beforeEach, expect, it } from 'vitest'
import { signIn, signOut } from '~/shared/api/session'
import { tabStorage } from './storage'

beforeEach(() => {
  sessionStorage.clear()
  localStorage.clear()
})

it('keeps what was typed in this tab only', () => {
  signIn('a key', false)
  tabStorage.setItem('graphiql:query', '{ me { user } }')
  expect(tabStorage.getItem('graphiql:query')).toBe('{ me { user } }')
  expect(localStorage).toHaveLength(0)
})

it('clears itself but not the session', () => {
  signIn('a key', false)
  tabStorage.setItem('graphiql:query', '{ me { user } }')
  tabStorage.setItem('graphiql:queries', '[]')
  expect(tabStorage).toHaveLength(2)
  tabStorage.clear()
  expect(tabStorage).toHaveLength(0)
  expect(sessionStorage.getItem('vitrine.key')).toBe('a key')
})

it('is empty after signing out and stays empty', () => {
  signIn('a key', true)
  tabStorage.setItem('graphiql:query', '{ me { user } }')
  signOut()
  expect(tabStorage).toHaveLength(0)
  tabStorage.setItem('graphiql:tabState', '{}')
  expect(tabStorage).toHaveLength(0)
})
