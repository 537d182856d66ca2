import { isSignedIn } from '~/shared/api/session'

const prefix = 'graphiql:'

/**
 * The storage of GraphiQL's tabs and history. It lasts as long as this browser tab, because a typed mutation may
 * contain a secret. Signing out empties it. `clear` does not remove the key of the session.
 */
export const tabStorage = {
  getItem: (name: string) => sessionStorage.getItem(name),
  // GraphiQL writes its tabs with a delay of half a second, which may be after the session has ended.
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
