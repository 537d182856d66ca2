import { isSignedIn } from '~/shared/api/session'

const prefix = 'graphiql:'

/**
 * Where GraphiQL keeps its tabs and its history: in this browser tab, because a mutation that was
 * typed may hold a secret. Signing out empties it; `clear` leaves the key of the session alone.
 */
export const tabStorage = {
  getItem: (name: string) => sessionStorage.getItem(name),
  // GraphiQL writes its tabs half a second late, which may be after the session.
  setItem: (name: string, value: string) => isSignedIn() && sessionStorage.setItem(name, value),
  removeItem: (name: string) => sessionStorage.removeItem(name),
  clear: () => ownNames().forEach((name) => sessionStorage.removeItem(name)),
  get length() {
    return ownNames().length
  },
}

function ownNames(): string[] {
  return Array.from({ length: sessionStorage.length }, (_, i) => sessionStorage.key(i) ?? '').filter((name) => name.startsWith(prefix))
}
