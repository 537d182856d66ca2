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
  message: 'The content could not be loaded.',
  remedies: ['Content links expire after five minutes. Close this panel and open it again.'],
}

/** A PDF in the browser's own viewer. It is loaded on request, always with the MIME type of a PDF. */
export function PdfContent({ version }: { version: VersionFieldsFragment }) {
  const { url, fault, load, busy } = useBlob(ownOrigin(version.contentUrl), 'application/pdf')
  if (fault) return <FaultNotice faults={[fault]} />
  // oxlint-disable-next-line react/iframe-missing-sandbox -- browsers do not show PDFs in a sandbox; the fixed MIME type prevents an HTML page
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
      A PDF of {bytes(version.sizeBytes)}. It opens in the browser’s own viewer.
    </Empty>
  )
}

/** Loads bytes into a blob URL with the given MIME type. */
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
