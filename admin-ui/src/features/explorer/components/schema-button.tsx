import { Button } from '@mantine/core'
import { Download } from 'lucide-react'
import { type GraphQLSchema, printSchema } from 'graphql'

/** Downloads the schema with all descriptions. */
export function SchemaButton({ schema }: { schema: GraphQLSchema }) {
  const save = () => {
    const url = URL.createObjectURL(new Blob([printSchema(schema)], { type: 'text/plain' }))
    Object.assign(document.createElement('a'), { href: url, download: 'vitrine.graphql' }).click()
    setTimeout(() => URL.revokeObjectURL(url), 1000)
  }
  return (
    <Button size="xs" variant="default" leftSection={<Download size={13} aria-hidden />} onClick={save}>
      Schema
    </Button>
  )
}
