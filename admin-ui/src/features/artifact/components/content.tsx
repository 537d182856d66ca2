import { Button } from '@mantine/core'
import { Download, FileQuestion } from 'lucide-react'
import type { VersionFieldsFragment } from '~/gql/graphql'
import { ownOrigin } from '~/shared/lib/own-origin'
import { Empty } from '~/shared/ui/empty'
import { previewKind } from '../model/preview-kind'
import { PdfContent } from './pdf-content'
import { TextContent } from './text-content'
import classes from './content.module.css'

/** Shows the content of a version. Its scripts cannot run in the admin. */
export function Content({ version }: { version: VersionFieldsFragment }) {
  const kind = previewKind(version.mimeType, version.detectedMimeType, version.fileName)
  switch (kind) {
    case 'image':
      return <img className={classes.image} src={ownOrigin(version.contentUrl)} alt={version.description || version.fileName} />
    case 'audio':
      return <audio className={classes.audio} controls src={ownOrigin(version.contentUrl)} aria-label={version.fileName} />
    case 'video':
      return <video className={classes.image} controls src={ownOrigin(version.contentUrl)} aria-label={version.fileName} />
    case 'pdf':
      return <PdfContent version={version} />
    case 'none':
      return (
        <Empty icon={FileQuestion} title="No preview" action={<DownloadButton version={version} />}>
          Files of type {version.mimeType} cannot be shown here. Tools can read them.
        </Empty>
      )
    default:
      return <TextContent version={version} kind={kind} />
  }
}

export function DownloadButton({ version }: { version: VersionFieldsFragment }) {
  return (
    <Button
      component="a"
      variant="default"
      size="xs"
      href={ownOrigin(version.contentUrl)}
      download={version.fileName}
      leftSection={<Download size={14} aria-hidden />}
    >
      Download
    </Button>
  )
}
