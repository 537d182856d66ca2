import { Skeleton, Stack } from '@mantine/core'

/** Placeholder lines while text loads. */
export function Loading({ lines = 4 }: { lines?: number }) {
  return (
    <Stack gap={12} aria-busy="true" aria-label="Loading" role="status">
      {Array.from({ length: lines }, (_, i) => (
        <Skeleton key={i} height={14} width={`${90 - ((i * 23) % 50)}%`} radius="sm" />
      ))}
    </Stack>
  )
}
