const units = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'] as const

/** 1536 → "1.5 KiB". */
export function bytes(size: number | null | undefined): string {
  if (size == null) return '–'
  let value = size
  let unit = 0
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024
    unit++
  }
  return `${unit === 0 || value >= 100 ? Math.round(value) : Math.round(value * 10) / 10} ${units[unit]}`
}

const steps: [limit: number, seconds: number, unit: Intl.RelativeTimeFormatUnit][] = [
  [3_600, 60, 'minute'],
  [86_400, 3_600, 'hour'],
  [7 * 86_400, 86_400, 'day'],
]
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
const date = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', year: 'numeric' })
const moment = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium' })

/** "just now", "5 minutes ago", "yesterday", "3 May 2026". */
export function ago(at: string, now: number): string {
  const seconds = (now - Date.parse(at)) / 1000
  if (Number.isNaN(seconds)) return ''
  if (Math.abs(seconds) < 45) return 'just now'
  for (const [limit, size, unit] of steps) {
    if (Math.abs(seconds) < limit) return relative.format(-Math.max(1, Math.round(seconds / size)), unit)
  }
  return date.format(Date.parse(at))
}

export function exactly(at: string): string {
  return moment.format(Date.parse(at))
}

/** plural(1, 'version') → "1 version". */
export function plural(n: number, one: string, many = `${one}s`): string {
  return `${n.toLocaleString('en')} ${n === 1 ? one : many}`
}

/** TOOLS_ONLY → "Tools only". */
export function words(constant: string): string {
  const text = constant.toLowerCase().replaceAll('_', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
