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
        ['Database', info.privateDatabase ? 'Private Postgres' : 'External Postgres'],
        ['Object store', info.privateStore ? 'Private store' : 'External S3 store'],
        ['Largest upload', bytes(info.maxUploadBytes)],
        ['Inline cap', bytes(info.inlineCapBytes)],
        ['Reads records of', info.harnesses.join(', ')],
      ]}
    />
  )
}
