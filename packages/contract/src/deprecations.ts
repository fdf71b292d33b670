/** Lists the procedures that will go, and checks that programs have the time to leave them. Pure. */

/** Announces the end of a procedure; days are UTC, as `2027-01-31`. */
export type Deprecation = {
  since: string
  /** The first day on which it may be gone. */
  sunset: string
  /** Names the procedure to call in its place. */
  instead: string
}

/**
 * Maps procedures to their announced end. A break is a new procedure; the old one stays for twelve months at
 * least, and its answers carry the headers Deprecation and Sunset.
 */
export const deprecations: Readonly<Record<string, Deprecation>> = {}

const MIN_MONTHS = 12
const day = /^\d{4}-\d{2}-\d{2}$/

/** Returns a line for each announcement that is at fault; `procedures` are the names of all there are. */
export function deprecationFaults(
  announced: Readonly<Record<string, Deprecation>>,
  procedures: ReadonlySet<string>,
): string[] {
  return Object.entries(announced).flatMap(([name, { since, sunset, instead }]) => [
    ...[since, sunset].filter((text) => !isDay(text)).map((text) => `${name}: ${text} is no day`),
    ...(isDay(since) && isDay(sunset) && sunset < earliestSunset(since)
      ? [`${name} ends before ${earliestSunset(since)}, twelve months after its announcement`]
      : []),
    ...[name, instead]
      .filter((one) => !procedures.has(one))
      .map((one) => `${name}: there is no procedure ${one}`),
    ...(instead in announced ? [`${name}: ${instead} is deprecated, too`] : []),
  ])
}

/** Returns true for a day that there is: February has no thirtieth. */
function isDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`)
  return day.test(text) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

function earliestSunset(since: string): string {
  const date = new Date(`${since}T00:00:00Z`)
  date.setUTCMonth(date.getUTCMonth() + MIN_MONTHS)
  return date.toISOString().slice(0, 10)
}

/** Returns the headers of RFC 9745 and RFC 8594 for a deprecated procedure. */
export function deprecationHeaders({ since, sunset }: Deprecation): [string, string][] {
  return [
    ['deprecation', `@${Date.parse(`${since}T00:00:00Z`) / 1000}`],
    ['sunset', new Date(`${sunset}T00:00:00Z`).toUTCString()],
  ]
}
