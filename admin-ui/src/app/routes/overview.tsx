import { Link } from '@tanstack/react-router'
import { MessagesSquare } from 'lucide-react'
import { useQuery } from 'urql'
import { ConflictBanner } from '~/features/artifact-type/components/conflict-banner'
import { nameOf } from '~/features/conversation/model/name'
import { OverviewQuery } from '~/features/server/api/server'
import { Numbers } from '~/features/server/components/numbers'
import { ServerFacts } from '~/features/server/components/server-facts'
import { faultsOf } from '~/shared/api/fault'
import { plural } from '~/shared/lib/format'
import { Empty } from '~/shared/ui/empty'
import { FaultNotice } from '~/shared/ui/fault-notice'
import { Loading } from '~/shared/ui/loading'
import { RelativeTime } from '~/shared/ui/relative-time'
import { Page } from '~/shared/ui/page'
import { Panel } from '~/shared/ui/panel'
import classes from './overview.module.css'

export function Overview() {
  const [{ data, error }, refetch] = useQuery({ query: OverviewQuery })
  return (
    <Page title="Overview" note="What this server stores, and how it is set up.">
      <ConflictBanner />
      <FaultNotice faults={faultsOf(error)} onRetry={() => refetch({ requestPolicy: 'network-only' })} />
      {!data && !error && <Loading lines={8} />}
      {data && (
        <>
          <Numbers
            numbers={[
              { to: '/conversations', one: 'conversation', count: data.conversations.totalCount },
              { to: '/types', one: 'artifact type', count: data.artifactTypes.totalCount },
              { to: '/models', one: 'model', count: data.models.totalCount },
              { to: '/agents', one: 'agent', count: data.agents.totalCount },
            ]}
          />
          <div className={classes.columns}>
            <Panel title="Recently changed" flush>
              {data.conversations.nodes.length === 0 && (
                <Empty icon={MessagesSquare} title="No conversations yet">
                  Start one under Conversations, or let a runner start one.
                </Empty>
              )}
              <ul className={classes.lately}>
                {data.conversations.nodes.map((conversation) => (
                  <li key={conversation.id}>
                    <Link to="/conversations/$id" params={{ id: conversation.id }} className={classes.link}>
                      <span className={classes.name}>{nameOf(conversation)}</span>
                      <span className={classes.facts}>
                        {plural(conversation.counts.items, 'artifact')} · <RelativeTime at={conversation.updatedAt} />
                      </span>
                    </Link>
                  </li>
                ))}
              </ul>
            </Panel>
            <Panel title="This server">
              <ServerFacts info={data.serverInfo} />
            </Panel>
          </div>
        </>
      )}
    </Page>
  )
}
