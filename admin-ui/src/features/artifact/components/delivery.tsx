import { Badge, Select, Switch } from '@mantine/core'
import { useState } from 'react'
import { useMutation, useQuery } from 'urql'
import type { VersionFieldsFragment } from '~/gql/graphql'
import { faultsOf } from '~/shared/api/fault'
import { FaultNotice } from '~/shared/ui/fault-notice'
import { Loading } from '~/shared/ui/loading'
import { Mono } from '~/shared/ui/mono'
import { RouteQuery, SetForceToolsOnly } from '../api/artifact'
import classes from './delivery.module.css'

interface Props {
  version: VersionFieldsFragment
  models: { id: string; name: string }[]
  readOnly: boolean
}

/** Shows how a version would reach a model and why, with the switch that forces tools. */
export function Delivery({ version, models, readOnly }: Props) {
  const [chosen, setChosen] = useState<string | null>(null)
  const modelId = chosen ?? models[0]?.id
  return (
    <div className={classes.delivery}>
      <ForceToolsOnly version={version} readOnly={readOnly} />
      <section className={classes.part}>
        <h3 className={classes.title}>Delivery to a model</h3>
        {models.length === 0 && <p className={classes.note}>No models yet. Add one under Models to see how this version would reach it.</p>}
        {models.length > 0 && (
          <Select
            label="Model"
            data={models.map(({ id, name }) => ({ value: id, label: name }))}
            value={modelId ?? null}
            allowDeselect={false}
            searchable
            onChange={setChosen}
          />
        )}
        {modelId && <RouteView versionId={version.id} modelId={modelId} />}
      </section>
      <section className={classes.part}>
        <h3 className={classes.title}>Tools for this version</h3>
        {version.tools.length === 0 && <p className={classes.note}>No tools for this type.</p>}
        <dl className={classes.tools}>
          {version.tools.map((tool) => (
            <div key={tool.name}>
              <dt>
                <Mono>{tool.name}</Mono>
              </dt>
              <dd>{tool.description}</dd>
            </div>
          ))}
        </dl>
      </section>
    </div>
  )
}

function ForceToolsOnly({ version, readOnly }: { version: VersionFieldsFragment; readOnly: boolean }) {
  const [{ fetching, error }, force] = useMutation(SetForceToolsOnly)
  return (
    <div className={classes.part}>
      <Switch
        label="Tools only"
        description={`The default of its type, ${version.type.name}, is ${version.type.defaultDeliveryMode === 'INLINE' ? 'inline' : 'tools only'}. This switch always sends it to tools.`}
        checked={version.forceToolsOnly}
        disabled={fetching || readOnly}
        onChange={(event) => force({ input: { versionId: version.id, forceToolsOnly: event.currentTarget.checked } })}
      />
      <FaultNotice faults={faultsOf(error)} />
    </div>
  )
}

function RouteView({ versionId, modelId }: { versionId: string; modelId: string }) {
  const [{ data, error }] = useQuery({ query: RouteQuery, variables: { versionId, modelId } })
  if (error) return <FaultNotice faults={faultsOf(error)} />
  if (!data) return <Loading lines={2} />
  const { delivery, reason, annotation, error: refused } = data.routeArtifact
  if (refused) return <FaultNotice faults={[{ code: refused.code, message: refused.message, remedies: refused.remedies }]} />
  return (
    <div className={classes.route} data-testid="route">
      <Badge variant="outline" color={delivery === 'INLINE' ? 'glass' : 'gray'}>{delivery === 'INLINE' ? 'Inline' : 'Tools'}</Badge>
      <p>{reason}</p>
      {annotation && <p className={classes.annotation}>Note to the model: “{annotation}”</p>}
    </div>
  )
}
