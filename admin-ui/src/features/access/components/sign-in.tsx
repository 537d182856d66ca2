import { Button, Checkbox, PasswordInput, Stack } from '@mantine/core'
import { type FormEvent, useEffect, useState } from 'react'
import type { Fault } from '~/shared/api/fault'
import { signIn } from '~/shared/api/session'
import { FaultNotice } from '~/shared/ui/fault-notice'
import { Notice } from '~/shared/ui/notice'
import { SchemeSwitch } from '~/shared/ui/scheme-switch'
import { Wordmark } from '~/shared/ui/wordmark'
import { cleanKey, tryKey } from '../api/try-key'
import classes from './sign-in.module.css'

/** Asks for an API key and checks it before it is stored. */
export function SignIn({ signOutReason }: { signOutReason: string | null }) {
  useEffect(() => {
    document.title = 'Sign in · Vitrine'
  }, [])
  return (
    <main className={classes.page}>
      <div className={classes.corner}>
        <SchemeSwitch />
      </div>
      <div className={classes.card}>
        <Wordmark size={27} />
        <p className={classes.tagline}>Everything your conversations produce, in one place.</p>
        {signOutReason && <Notice title={signOutReason}>Sign in again to continue.</Notice>}
        <KeyForm />
      </div>
    </main>
  )
}

function KeyForm() {
  const [key, setKey] = useState('')
  const [remember, setRemember] = useState(false)
  const [busy, setBusy] = useState(false)
  const [faults, setFaults] = useState<Fault[]>([])
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    const failed = await tryKey(cleanKey(key))
    setBusy(false)
    setFaults(failed)
    if (failed.length === 0) signIn(cleanKey(key), remember)
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <PasswordInput
          label="API key"
          description="The server printed the first one when it started."
          autoComplete="current-password"
          autoFocus
          required
          withAsterisk={false}
          size="md"
          value={key}
          onChange={(event) => setKey(event.currentTarget.value)}
        />
        <FaultNotice faults={faults} />
        <Checkbox
          label="Stay signed in on this device"
          checked={remember}
          onChange={(event) => setRemember(event.currentTarget.checked)}
        />
        <Button type="submit" size="md" loading={busy} disabled={cleanKey(key) === ''}>
          Sign in
        </Button>
      </Stack>
    </form>
  )
}
