/** Places of year, month, day, hour, minute and second among a date's parts. */
const PLACES: Record<string, { digits: string; place: number }> = {
  '%Y': { digits: '(\\d{4})', place: 0 },
  '%m': { digits: '(\\d{1,2})', place: 1 },
  '%d': { digits: '(\\d{1,2})', place: 2 },
  '%H': { digits: '(\\d{1,2})', place: 3 },
  '%M': { digits: '(\\d{1,2})', place: 4 },
  '%S': { digits: '(\\d{1,2})', place: 5 },
}

/** Reads epoch seconds (UTC) from texts written by a pattern of %Y %m %d %H %M %S; null if a text is none. */
export function dateParser(pattern: string): (text: string) => number | null {
  const order: number[] = []
  const expression = pattern
    .split(/(%[YmdHMS])/)
    .map((part) => {
      const field = PLACES[part]
      if (!field) return part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
      order.push(field.place)
      return field.digits
    })
    .join('')
  const shape = new RegExp(`^${expression}$`)
  return (text) => {
    const found = shape.exec(text)
    if (!found) return null
    const parts = [1970, 1, 1, 0, 0, 0]
    order.forEach((place, i) => {
      parts[place] = Number(found[i + 1])
    })
    return epochSeconds(parts)
  }
}

/** Null for a day or a time that does not exist. */
function epochSeconds(parts: number[]): number | null {
  const [year, month, day, hour, minute, second] = parts as [number, number, number, ...number[]]
  const time = Date.UTC(year, month - 1, day, hour, minute, second)
  const date = new Date(time)
  const isReal =
    date.getUTCMonth() === month - 1 &&
    date.getUTCDate() === day &&
    hour! < 24 &&
    minute! < 60 &&
    second! < 60
  return isReal ? time / 1000 : null
}
