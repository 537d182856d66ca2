import { Button } from '@mantine/core'
import { RotateCcw } from 'lucide-react'
import { useMutation } from 'urql'
import { faultsOf } from '~/shared/api/fault'
import { FaultNotice } from '~/shared/ui/fault-notice'
import { toast } from '~/shared/ui/toast'
import { RestoreVersion } from '../api/artifact'

interface Props {
  version: { id: string; number: number }
  onRestored: () => void
}

/** Makes an old version the newest again. It loses nothing, so it needs no confirmation. */
export function Restore({ version, onRestored }: Props) {
  const [{ fetching, error }, restore] = useMutation(RestoreVersion)
  const act = async () => {
    const { data } = await restore({ input: { versionId: version.id } })
    if (!data) return
    toast(`Version ${version.number} was restored as version ${data.restoreVersion.version.number}`)
    onRestored()
  }
  return (
    <>
      <Button size="xs" loading={fetching} leftSection={<RotateCcw size={14} aria-hidden />} onClick={act}>
        Restore this version
      </Button>
      <FaultNotice faults={faultsOf(error)} />
    </>
  )
}
