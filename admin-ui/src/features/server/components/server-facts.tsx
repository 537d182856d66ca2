import type { OverviewQuery } from '~/gql/graphql'
import { bytes } from '~/shared/lib/format'
import { Facts } from '~/shared/ui/facts'
import { Mono } from '~/shared/ui/mono'

/** How the server is set up. */
export function ServerFacts({ info }: { info: OverviewQuery['serverInfo'] }) {
  return (
    <Facts
      facts={[
        ['Version', <Mono key="version">{info.version}</Mono>],
        ['Database', info.privateDatabase ? 'Its private Postgres' : 'A Postgres of yours'],
        ['Object store', info.privateStore ? 'Its private store' : 'An S3 store of yours'],
        ['Largest upload', bytes(info.maxUploadBytes)],
        ['Inline cap', bytes(info.inlineCapBytes)],
        ['Reads records of', info.harnesses.join(', ')],
      ]}
    />
  )
}
