// Everything a visitor reads as money, a date, a size or a count passes through here.
import { lazyComponent } from './pages/lazy-component.ts'

export { formatDollars as usdExact, formatDollarsBriefly as usd } from '@semblance/contract/dollars'

const shortDollars = lazyComponent(
  () =>
    new Intl.NumberFormat('en-US', {
      style: 'currency',
      currency: 'USD',
      notation: 'compact',
      minimumFractionDigits: 0,
      maximumFractionDigits: 1,
    }),
)
const wholeNumber = lazyComponent(() => new Intl.NumberFormat('en-US'))

/** 1850000n -> "18,500", 1850050n -> "18,500.50": as an amount is typed. */
export function formatUsdInput(amountCents: bigint) {
  const [whole, rest] = [wholeNumber().format(amountCents / 100n), amountCents % 100n]
  return rest === 0n ? whole : `${whole}.${String(rest).padStart(2, '0')}`
}

/** 1850000 -> "$18.5K": rounded, for axes and budgets alone. */
export function usdShort(amountCents: number) {
  return shortDollars().format(amountCents / 100)
}

/** 1500000, 2500000 -> "$15K – $25K" */
export function usdRange(fromCents: number, toCents: number) {
  return `${usdShort(fromCents)} – ${usdShort(toCents)}`
}

/** 1204118 -> "1,204,118" */
export function count(value: number) {
  return wholeNumber().format(value)
}

/** 3, "offer" -> "3 offers" */
export function plural(value: number, singular: string, many = `${singular}s`) {
  return `${count(value)} ${value === 1 ? singular : many}`
}

/** Formats a share from 0 to 1: 0.976 -> "97.6%", 1 -> "100%" */
export function percent(share: number, maximumFractionDigits = 1) {
  return new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits }).format(share)
}

type DateInput = Date | string | number

// A bare day such as 2026-11-21 is the same day everywhere; an instant is shown in the reader's zone.
function formatDate(value: DateInput, options: Intl.DateTimeFormatOptions) {
  const isBareDay = typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value)
  return dateFormat({ ...options, ...(isBareDay && { timeZone: 'UTC' }) }).format(new Date(value))
}

const dateFormats = new Map<string, Intl.DateTimeFormat>()

/** Each is made once for the reader's zone of the moment: a list shows many dates. */
function dateFormat(options: Intl.DateTimeFormatOptions) {
  const key = `${new Date().getTimezoneOffset()} ${JSON.stringify(options)}`
  const format = dateFormats.get(key) ?? new Intl.DateTimeFormat('en-US', options)
  dateFormats.set(key, format)
  return format
}

/** "Nov 21, 2026" */
export function date(value: DateInput) {
  return formatDate(value, { month: 'short', day: 'numeric', year: 'numeric' })
}

/** "Nov 21" */
export function dayMonth(value: DateInput) {
  return formatDate(value, { month: 'short', day: 'numeric' })
}

/** "March 2024" */
export function monthYear(value: DateInput) {
  return formatDate(value, { month: 'long', year: 'numeric' })
}

/** "10:41 AM" */
export function time(value: DateInput) {
  return formatDate(value, { hour: 'numeric', minute: '2-digit' })
}

/** "Nov 21, 2026, 10:41 AM" */
export function dateTime(value: DateInput) {
  return `${date(value)}, ${time(value)}`
}

/** "2026-11-21": the reader's day, for file names and date fields. */
export function isoDay(value: DateInput) {
  // Swedish dates are ISO 8601.
  return new Intl.DateTimeFormat('sv-SE').format(new Date(value))
}

/** "Nov 21, 2026, 10:41 AM GMT+9": where it matters whose clock it is. */
export function exactTime(value: DateInput) {
  return `${date(value)}, ${formatDate(value, { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' })}`
}

/** Formats a date of the ledger, "Nov 21, 2026", in UTC for all readers. */
export function ledgerDate(value: DateInput) {
  return date(utcDay(value))
}

/** "March" or "Mar": a month of the books. */
export function ledgerMonth(value: DateInput, length: 'short' | 'long') {
  return formatDate(utcDay(value), { month: length })
}

/** "Monday" or "Mon" of a bare day. */
export function weekday(day: string, length: 'short' | 'long') {
  return formatDate(day, { weekday: length })
}

const utcDay = (value: DateInput) => new Date(value).toISOString().slice(0, 10)

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** "just now", "12 min ago", "3 h ago", "2 days ago", then "Nov 9" and, in another year, "Nov 9, 2025". */
export function relativeTime(value: DateInput, now: DateInput = new Date()) {
  const then = new Date(value)
  const today = new Date(now)
  const elapsedMs = today.getTime() - then.getTime()
  if (elapsedMs < minuteMs) return 'just now'
  if (elapsedMs < hourMs) return `${Math.floor(elapsedMs / minuteMs)} min ago`
  if (elapsedMs < dayMs) return `${Math.floor(elapsedMs / hourMs)} h ago`
  if (elapsedMs < 7 * dayMs) return `${plural(Math.floor(elapsedMs / dayMs), 'day')} ago`
  return then.getFullYear() === today.getFullYear() ? dayMonth(then) : date(then)
}

const sizeUnits = ['Bytes', 'KB', 'MB', 'GB']

/** 0.4 -> "under 1 min", 12 -> "12 min", 130 -> "2 h 10 min", 3000 -> "2 days 2 h" */
export function duration(minutes: number) {
  const whole = Math.round(minutes)
  if (whole < 1) return 'under 1 min'
  if (whole < 60) return `${whole} min`
  const [hours, rest] = [Math.floor(whole / 60), whole % 60]
  if (hours < 24) return rest > 0 ? `${hours} h ${rest} min` : `${hours} h`
  const [days, over] = [Math.floor(hours / 24), hours % 24]
  return over > 0 ? `${plural(days, 'day')} ${over} h` : plural(days, 'day')
}

/** 18842 -> "18.4 KB"; a kilobyte is 1024 bytes. */
export function fileSize(bytes: number) {
  let size = bytes
  let unit = 0
  while (size >= 1024 && unit < sizeUnits.length - 1) {
    size /= 1024
    unit += 1
  }
  return `${Number(size.toFixed(1))} ${sizeUnits[unit]}`
}

/** "Amara Okafor" -> "AO" */
export function initials(name: string) {
  const words = name.split(/[\s.]+/).filter(Boolean)
  const capitalized = words.filter((word) => /^\p{Lu}/u.test(word))
  return (capitalized.length > 0 ? capitalized : words)
    .slice(0, 2)
    .map((word) => word[0]?.toUpperCase())
    .join('')
}

const smallWords = new Set(['and', 'for', 'of', 'to'])

/** Stored values such as "in_progress" are shown as "In Progress"; "ready_for_download" keeps its small "for". */
export function titleCase(value: string) {
  return value
    .split(/[\s_]+/)
    .map((word, index) =>
      index > 0 && smallWords.has(word) ? word : word.charAt(0).toUpperCase() + word.slice(1),
    )
    .join(' ')
}
