/** The size of one slice. Stores accept parts of at least 5 MiB; only the last may be smaller. */
export const sliceBytes = 16 * 1024 * 1024

export interface Slice {
  from: number
  /** The offset after the last byte. */
  to: number
}

/** Returns the next slice when the server has the bytes up to an offset, or null when it has all of them. */
export function sliceAt(size: number, offset: number): Slice | null {
  return offset < size ? { from: offset, to: Math.min(size, offset + sliceBytes) } : null
}

/** Returns how long to wait after a number of failures in a row: first 0 ms, then longer each time. */
export function retryDelay(failures: number): number {
  return failures <= 1 ? 0 : Math.min(10_000, 500 * 2 ** (failures - 2))
}

/** The number of failures in a row after which the upload fails, about a minute. */
export const maxFailures = 10
