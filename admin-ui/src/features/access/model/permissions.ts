import type { Role } from '~/gql/graphql'

/** What the admin offers to a role. The server decides; this only hides what it would reject. */
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

/** What each role may do, in one line. */
export const roleDescriptions: Record<Role, string> = {
  ADMIN: 'Can do everything.',
  EDITOR: 'Can read and edit the registry, but not API keys.',
  SERVICE: 'For runners: all conversations, turns and tools.',
  USER: 'Can use its own and shared conversations.',
  VIEWER: 'Can read the registry, titles and counts, and change nothing.',
}
