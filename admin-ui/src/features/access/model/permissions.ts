import type { Role } from '~/gql/graphql'

/** What the admin offers to a role. The server decides; this only keeps dead ends out of sight. */
export interface Permissions {
  editRegistry: boolean
  readAccess: boolean
  writeConversations: boolean
  readContents: boolean
}

const nothing: Permissions = { editRegistry: false, readAccess: false, writeConversations: false, readContents: false }

const byRole: Record<Role, Permissions> = {
  ADMIN: { editRegistry: true, readAccess: true, writeConversations: true, readContents: true },
  EDITOR: { ...nothing, editRegistry: true },
  SERVICE: { ...nothing, writeConversations: true, readContents: true },
  USER: { ...nothing, writeConversations: true, readContents: true },
  VIEWER: nothing,
}

export function permissionsOf(role: Role | undefined): Permissions {
  return role ? (byRole[role] ?? nothing) : nothing
}

/** What each role may do, in a line. */
export const roleDescriptions: Record<Role, string> = {
  ADMIN: 'Everything.',
  EDITOR: 'Reads and edits the registry; no keys.',
  SERVICE: 'A runner: every conversation, turns and tools.',
  USER: 'Its own and shared conversations.',
  VIEWER: 'Reads the registry, titles and counts; changes nothing.',
}
