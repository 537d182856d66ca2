import { bytes, words } from '~/shared/lib/format'
import type { VersionFieldsFragment } from '~/gql/graphql'
import { pretty } from '~/shared/lib/json'
import { Facts } from '~/shared/ui/facts'
import { RelativeTime } from '~/shared/ui/relative-time'
import { Mono } from '~/shared/ui/mono'
import classes from './content.module.css'

/** The metadata of a version. */
export function VersionFacts({ version }: { version: VersionFieldsFragment }) {
  const attributes = pretty(version.attributes)
  return (
    <>
      <Facts
        facts={[
          ['Type', version.type.name],
          ['Direction', words(version.direction)],
          ['MIME', <Mono key="mime">{version.mimeType}</Mono>],
          ['Detected MIME', version.detectedMimeType && <Mono>{version.detectedMimeType}</Mono>],
          ['File name', version.fileName],
          ['Size', sizeText(version.sizeBytes)],
          ['Made by', version.madeBy],
          ['Created', <RelativeTime key="when" at={version.createdAt} />],
          ['Description', version.description],
          ['Remark', version.remark],
          ['sha256', version.sha256 && <Mono soft>{version.sha256}</Mono>],
          ['Version id', <Mono key="id" soft>{version.id}</Mono>],
        ]}
      />
      {attributes && attributes !== '{}' && (
        <>
          <p className={classes.note}>Extracted attributes</p>
          <pre className={classes.text}>{attributes}</pre>
        </>
      )}
    </>
  )
}

function sizeText(size: number | null | undefined): string | null {
  if (size == null) return null
  return size < 1024 ? bytes(size) : `${bytes(size)} (${size.toLocaleString('en')} bytes)`
}
