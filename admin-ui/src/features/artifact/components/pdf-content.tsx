import { Button } from '@mantine/core'
import { FileText } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { VersionFieldsFragment } from '~/gql/graphql'
import type { Fault } from '~/shared/api/fault'
import { bytes } from '~/shared/lib/format'
import { ownOrigin } from '~/shared/lib/own-origin'
import { Empty } from '~/shared/ui/empty'
import { FaultNotice } from '~/shared/ui/fault-notice'
import { DownloadButton } from './content'
import classes from './content.module.css'

const fetchFailed: Fault = {
  code: 'UNAVAILABLE',
  message: 'The content could not be fetched.',
  remedies: ['Links to content last five minutes: close this panel and open it again.'],
}

/** A PDF in the browser's own reader. It is shown only when asked for, and never as anything but a PDF. */
export function PdfContent({ version }: { version: VersionFieldsFragment }) {
  const { url, fault, load, busy } = useBlob(ownOrigin(version.contentUrl), 'application/pdf')
  if (fault) return <FaultNotice faults={[fault]} />
  // oxlint-disable-next-line react/iframe-missing-sandbox -- browsers refuse to read PDFs in a sandbox; the MIME is fixed, so no page can come of it
  if (url) return <iframe className={classes.frame} src={url} title={version.fileName} />
  return (
    <Empty
      icon={FileText}
      title={version.fileName}
      action={
        <div className={classes.bar}>
          <Button size="xs" loading={busy} onClick={load}>
            Show here
          </Button>
          <DownloadButton version={version} />
        </div>
      }
    >
      A PDF of {bytes(version.sizeBytes)}, opened in the browser’s own reader.
    </Empty>
  )
}

/** Bytes under a local address, with the MIME we choose for them. */
function useBlob(source: string, mime: string) {
  const [url, setUrl] = useState<string>()
  const [fault, setFault] = useState<Fault>()
  const [busy, setBusy] = useState(false)
  useEffect(() => () => (url ? URL.revokeObjectURL(url) : undefined), [url])
  const load = async () => {
    setBusy(true)
    try {
      const answer = await fetch(source)
      if (!answer.ok) throw new Error(answer.statusText)
      setUrl(URL.createObjectURL(new Blob([await answer.arrayBuffer()], { type: mime })))
    } catch {
      setFault(fetchFailed)
    }
    setBusy(false)
  }
  return { url, fault, load, busy }
}
