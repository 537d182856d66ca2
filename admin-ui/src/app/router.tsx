import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { oneOf, pageSearch, text } from '~/shared/lib/page'
import { NotFound } from './routes/not-found'
import { Shell } from './shell'

type Search = Record<string, unknown>

/** Makes every search parameter optional. */
const optional = <T extends object>(read: (search: Search) => T) => (search: Search): Partial<T> => read(search)

const direction = (value: unknown) => oneOf(value, 'ASC', 'DESC')
const question = optional((search) => ({ mime: text(search.mime), file: text(search.file), agent: text(search.agent) }))
const opened = (search: Search) => ({ artifact: text(search.artifact), version: text(search.version), deliverable: text(search.deliverable) })
const named = optional((search) => ({
  ...pageSearch(search),
  text: text(search.text),
  by: oneOf(search.by, 'NAME', 'UPDATED_AT'),
  way: direction(search.way),
  open: text(search.open),
}))

const root = createRootRoute({ component: Shell, notFoundComponent: NotFound })
const at = <P extends string>(path: P) => ({ getParentRoute: () => root, path })

const overview = createRoute({ ...at('/'), component: lazyRouteComponent(() => import('./routes/overview'), 'Overview') })
const conversations = createRoute({
  ...at('/conversations'),
  component: lazyRouteComponent(() => import('./routes/conversations'), 'Conversations'),
  validateSearch: optional((search) => ({
    ...pageSearch(search),
    text: text(search.text),
    agent: text(search.agent),
    by: oneOf(search.by, 'CREATED_AT', 'UPDATED_AT', 'TITLE'),
    way: direction(search.way),
  })),
})
const conversation = createRoute({
  ...at('/conversations/$id'),
  component: lazyRouteComponent(() => import('./routes/conversation'), 'Conversation'),
  validateSearch: optional(opened),
})
const deliverables = createRoute({
  ...at('/conversations/$id/deliverables'),
  component: lazyRouteComponent(() => import('./routes/deliverables'), 'Deliverables'),
  validateSearch: optional((search) => ({
    ...opened(search),
    rail: text(search.rail),
    text: text(search.text),
    by: oneOf(search.by, 'NAME', 'KIND', 'HELPER', 'EDITS', 'CHANGED', 'PATH'),
    way: direction(search.way),
  })),
})
const types = createRoute({
  ...at('/types'),
  component: lazyRouteComponent(() => import('./routes/types'), 'Types'),
  validateSearch: optional((search) => ({
    ...pageSearch(search),
    ...question(search),
    text: text(search.text),
    kind: oneOf(search.kind, 'system', 'own', 'off'),
    by: oneOf(search.by, 'NAME', 'PRIORITY', 'UPDATED_AT'),
    way: direction(search.way),
  })),
})
const newType = createRoute({ ...at('/types/new'), component: lazyRouteComponent(() => import('./routes/type'), 'NewType'), validateSearch: question })
const type = createRoute({ ...at('/types/$id'), component: lazyRouteComponent(() => import('./routes/type'), 'Type'), validateSearch: question })
const models = createRoute({ ...at('/models'), component: lazyRouteComponent(() => import('./routes/models'), 'Models'), validateSearch: named })
const agents = createRoute({ ...at('/agents'), component: lazyRouteComponent(() => import('./routes/agents'), 'Agents'), validateSearch: named })
const explorer = createRoute({ ...at('/graphiql'), component: lazyRouteComponent(() => import('./routes/explorer'), 'Explorer') })
const keys = createRoute({ ...at('/keys'), component: lazyRouteComponent(() => import('./routes/keys'), 'Keys'), validateSearch: optional(pageSearch) })
const audit = createRoute({
  ...at('/audit'),
  component: lazyRouteComponent(() => import('./routes/audit'), 'Audit'),
  validateSearch: optional((search) => ({
    ...pageSearch(search),
    actor: text(search.actor),
    action: text(search.action),
    target: text(search.target),
  })),
})

export const router = createRouter({
  routeTree: root.addChildren([overview, conversations, conversation, deliverables, types, newType, type, models, agents, keys, audit, explorer]),
  defaultPreload: false,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
