import { cellOfTable, type Dialect, type WarehouseColumn } from './dialect.ts'

const WHOLE = /^(tinyint|smallint|integer|bigint)$/
/** From this size on not every whole double is an integer of its own. */
const LARGEST_WHOLE = '9e15'

/** Returns the column of a result; `type` is Trino's name for it, as `timestamp(6) with time zone`. */
export function trinoColumn(name: string, type: string): WarehouseColumn {
  return { name, type: typeOf(type), nativeType: type }
}

function typeOf(type: string): WarehouseColumn['type'] {
  if (WHOLE.test(type)) return 'whole'
  if (type === 'double') return 'double'
  if (type.startsWith('decimal')) return 'decimal'
  if (type === 'date') return 'date'
  if (!type.startsWith('timestamp')) return 'other'
  return type.endsWith('with time zone') ? 'instant' : 'timestamp'
}

export const trino: Dialect = {
  identifier,
  literal,
  text: (column) => {
    const own = identifier(column.name)
    if (column.type === 'double') return doubleText(own)
    if (column.nativeType === 'real') return doubleText(`cast(cast(${own} as varchar) as double)`)
    if (/^(array|map|row)\b/.test(column.nativeType)) return `json_format(cast(${own} as json))`
    if (column.nativeType === 'json') return `json_format(${own})`
    if (column.nativeType === 'varbinary') return `to_hex(${own})`
    // A char comes padded.
    if (column.nativeType.startsWith('char')) return `rtrim(cast(${own} as varchar))`
    return `cast(${own} as varchar)`
  },
  timeText: (column) => `substr(cast(${inUtc(column)} as varchar), 1, 19)`,
  seconds: (column) =>
    column.type === 'date'
      ? `cast(date_diff('day', date '1970-01-01', ${identifier(column.name)}) as double) * 86400`
      : `to_unixtime(date_trunc('second', ${inUtc(column)}))`,
  secondsOfDay: (year, month, day) => {
    const first = `date_add('month', (${year} - 1970) * 12 + ${month} - 1, date '1970-01-01')`
    const date = `date_add('day', ${day} - 1, ${first})`
    return `case when month(${date}) = ${month} then cast(date_diff('day', date '1970-01-01', ${date}) as double) * 86400 end`
  },
  // NaN is not at most anything, and no decimal is infinite.
  isAtMost: (number, size) => `abs(${number}) <= ${size}`,
  numberOfText: (text) => `try_cast(${text} as double)`,
  matches: (text, pattern) => `regexp_like(${text}, ${whole(pattern)})`,
  capture: (text, pattern) => `regexp_extract(${text}, ${whole(pattern)}, 1)`,
  md5: (text) => `lower(to_hex(md5(to_utf8(${text}))))`,
  // Trino's own are null if any argument is.
  extreme: (which, values) =>
    values.length === 1
      ? values[0]!
      : `${which === 'greatest' ? 'array_max' : 'array_min'}(filter(array[${values.join(', ')}], one -> one is not null))`,
  searchSteps: (value, starts, results) => {
    if (results.length === 1) return String(results[0])
    const bounds = starts.slice(1).map(double)
    const place = `width_bucket(${value}, array[${bounds.join(', ')}])`
    if (results.every((result, i) => result === i)) return place
    return `element_at(array[${results.join(', ')}], ${place} + 1)`
  },
  searchLabels: (value, labels, bins, otherwise) =>
    labels.length === 0
      ? String(otherwise)
      : `coalesce(element_at(map(array[${labels.map(literal)}], array[${bins}]), ${value}), ${otherwise})`,
  barrier: '',
  countTables: async ({ binned, tables }, query) => {
    const histograms = tables.map((columns) => `histogram(${cellOfTable(columns)})`)
    const [row = []] = await query(`select ${histograms.join(', ')} from (${binned}) t`)
    return row.flatMap((histogram, table) =>
      Object.entries((histogram ?? {}) as Record<string, number>).map(
        ([cell, count]): [number, number, number] => [table, Number(cell), Number(count)],
      ),
    )
  },
}

function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

const double = (value: number) => value.toExponential()

/** `$` would match before a last line break. */
const whole = (pattern: string) => literal(`\\A(?:${pattern})\\z`)

const inUtc = ({ name, type }: WarehouseColumn) =>
  type === 'instant' ? `${identifier(name)} at time zone 'UTC'` : identifier(name)

/** A double without an exponent where it is a whole number, or large; Trino's cast would write 1.5E0. */
function doubleText(value: string): string {
  const rounded = `regexp_replace(cast(cast(${value} as decimal(38, 9)) as varchar), '0+$', '')`
  return `case when abs(${value}) < ${LARGEST_WHOLE} and ${value} = floor(${value}) then cast(cast(${value} as bigint) as varchar) when abs(${value}) >= 1e7 and abs(${value}) < ${LARGEST_WHOLE} then ${rounded} else format('%s', ${value}) end`
}
