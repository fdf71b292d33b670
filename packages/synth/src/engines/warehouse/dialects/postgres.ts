import pg from 'pg'
import { cellOfTable, type Dialect, type WarehouseColumn } from './dialect.ts'

/** Maps type OIDs; all others are read as text. */
const TYPES: Record<number, WarehouseColumn['type']> = {
  20: 'whole',
  21: 'whole',
  23: 'whole',
  701: 'double',
  1700: 'decimal',
  1082: 'date',
  1114: 'timestamp',
  1184: 'instant',
}

/** Returns the column of a result's field. */
export function postgresColumn(name: string, typeId: number): WarehouseColumn {
  return { name, type: TYPES[typeId] ?? 'other', nativeType: String(typeId) }
}

export const postgres: Dialect = {
  identifier: pg.escapeIdentifier,
  literal: pg.escapeLiteral,
  text: ({ name }) => `cast(${pg.escapeIdentifier(name)} as text)`,
  timeText: ({ name, type }) => {
    const zone = type === 'instant' ? " at time zone 'UTC'" : ''
    return `cast(date_trunc('second', ${pg.escapeIdentifier(name)}${zone}) as text)`
  },
  seconds: ({ name }) => {
    const own = pg.escapeIdentifier(name)
    return `case when isfinite(${own}) then extract(epoch from ${own}) end`
  },
  secondsOfDay: (year, month, day) => {
    // Counted on from the month's first day: that never fails, and lands in another month if there is no such day.
    const date = `make_date(${year}, ${month}, 1) + (${day} - 1)`
    return `case when extract(month from ${date}) = ${month} then extract(epoch from ${date}) end`
  },
  isAtMost: (number, size) => `abs(${number}) <= ${size}`,
  numberOfText: (text) => `cast(${text} as double precision)`,
  matches: (text, pattern) => `${text} ~ ${pg.escapeLiteral(`^(?:${pattern})$`)}`,
  capture: (text, pattern) => `substring(${text} from ${pg.escapeLiteral(`^(?:${pattern})$`)})`,
  md5: (text) => `md5(${text})`,
  extreme: (which, values) => `${which}(${values.join(', ')})`,
  searchSteps,
  searchLabels: (value, labels, bins, otherwise) => {
    const textsOfBin = new Map<number, string[]>()
    labels.forEach((label, i) => {
      textsOfBin.set(bins[i]!, [...(textsOfBin.get(bins[i]!) ?? []), pg.escapeLiteral(label)])
    })
    if (textsOfBin.size === 0) return String(otherwise)
    const branches = [...textsOfBin].map(
      ([bin, texts]) => `when ${value} in (${texts.join(', ')}) then ${bin}`,
    )
    return `case ${branches.join(' ')} else ${otherwise} end`
  },
  barrier: 'offset 0',
  countTables: async ({ binned, tables }, query) => {
    const selects = tables.map((columns, i) => {
      const bins = columns.map(({ index }) => `b${index}`).join(', ')
      return `select ${i}, ${cellOfTable(columns)}, count(*) from binned group by ${bins}`
    })
    const rows = await query(`with binned as (${binned}) ${selects.join(' union all ')}`)
    return rows.map(([table, cell, count]) => [Number(table), Number(cell), Number(count)])
  },
}

/** Spells a binary search out in comparisons: engines agree on those, and not on logarithms. */
function searchSteps(value: string, starts: number[], results: number[]): string {
  const search = (low: number, high: number): string => {
    if (low === high) return String(results[low])
    const middle = (low + high + 1) >> 1
    return `case when ${value} < ${starts[middle]} then ${search(low, middle - 1)} else ${search(middle, high)} end`
  }
  return search(0, results.length - 1)
}
