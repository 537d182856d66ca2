import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { RouterProvider } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { Provider } from 'urql'
import { SignIn } from '~/features/access/components/sign-in'
import { connect, ConnectionContext } from '~/shared/api/client'
import { useSession } from '~/shared/api/session'
import { cssVariables, theme } from '~/shared/theme/theme'
import { cacheParts } from './cache-parts'
import { router } from './router'

const schemes = localStorageColorSchemeManager({ key: 'vitrine.scheme' })

export function App() {
  const { session, signOutReason } = useSession()
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} colorSchemeManager={schemes} defaultColorScheme="auto">
      <Notifications position="bottom-right" />
      {session ? <SignedIn key={session.key} apiKey={session.key} /> : <SignIn signOutReason={signOutReason} />}
    </MantineProvider>
  )
}

/** Creates one client per session, so that another key starts with an empty cache. */
function SignedIn({ apiKey }: { apiKey: string }) {
  const connection = useMemo(() => connect(apiKey, cacheParts), [apiKey])
  useEffect(() => () => connection.socket.close(), [connection])
  return (
    <ConnectionContext.Provider value={connection}>
      <Provider value={connection.client}>
        <RouterProvider router={router} />
      </Provider>
    </ConnectionContext.Provider>
  )
}
