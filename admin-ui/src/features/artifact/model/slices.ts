/** How much of a file travels in one request. Stores take parts of 5 MiB and more; only the last may be smaller. */
export const sliceBytes = 16 * 1024 * 1024

export interface Slice {
  from: number
  /** The byte behind the last one. */
  to: number
}

/** What to send once the server has the bytes up to an offset; null when it has them all. */
export function sliceAt(size: number, offset: number): Slice | null {
  return offset < size ? { from: offset, to: Math.min(size, offset + sliceBytes) } : null
}

/** How long to wait before going on after so many failures in a row: at once, then a little longer each time. */
export function retryDelay(failures: number): number {
  return failures <= 1 ? 0 : Math.min(10_000, 500 * 2 ** (failures - 2))
}

/** Failures in a row after which a person is asked; about a minute of them. */
export const maxFailures = 10
