import { useSyncExternalStore } from 'react'

/** The key of the signed-in user. It is stored in this tab or, on request, in this browser. */
interface Session {
  key: string
}

interface State {
  session: Session | null
  signOutReason: string | null
}

const name = 'vitrine.key'
const listeners = new Set<() => void>()
let state: State = { session: restore(), signOutReason: null }

function restore(): Session | null {
  const key = sessionStorage.getItem(name) ?? localStorage.getItem(name)
  return key ? { key } : null
}

function set(next: State) {
  state = next
  for (const listener of listeners) listener()
}

export function signIn(key: string, remember: boolean) {
  clearStorage()
  const store = remember ? localStorage : sessionStorage
  store.setItem(name, key)
  set({ session: { key }, signOutReason: null })
}

/** Ends the session. The sign-in page shows the reason. */
export function signOut(reason: string | null = null) {
  clearStorage()
  set({ session: null, signOutReason: reason })
}

export function isSignedIn(): boolean {
  return state.session !== null
}

/** Clears everything that the session stored in this tab. */
function clearStorage() {
  sessionStorage.clear()
  localStorage.removeItem(name)
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useSession(): State {
  return useSyncExternalStore(subscribe, () => state)
}
