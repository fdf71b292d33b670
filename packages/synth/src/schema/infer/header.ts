/** Describes the position and the names of a header in a table's first records. */
export type Header = {
  columnNames: string[]
  /** Positions of columns that have no name in the header. */
  unnamed: number[]
  /** Records before the first row of data, the header among them. */
  skipRecords: number
}

const MAX_TITLES = 30
const VALUE_LIKE = /^[+-]?(\d[\d.,:/TZ -]*|\.\d+)(e[+-]?\d+)?$/i

/**
 * Finds the header of a table of `fieldCount` columns in its first records. Lines above it with a
 * single cell, such as a title, are passed over. A header one name short names all but the first
 * column, which holds row numbers or row names.
 */
export function findHeader(records: string[][], fieldCount: number): Header {
  const titles = countTitles(records, fieldCount)
  const first = records[titles] ?? []
  const rest = records.slice(titles + 1)
  const isShort = first.length === fieldCount - 1 && fieldCount > 1
  const fullRows = rest.filter((record) => record.length === fieldCount)
  const isNames = isShort && !endsEmpty(fullRows) ? areNames(first) : isHeader(first, rest)
  if (!isNames) {
    const { columnNames } = nameColumns([], fieldCount)
    return { columnNames, unnamed: [], skipRecords: titles }
  }
  const names = isShort && !endsEmpty(fullRows) ? ['row', ...first] : first
  return { ...nameColumns(names, fieldCount), skipRecords: titles + 1 }
}

/** Returns distinct names of `fieldCount` columns, generated if there is none. */
export function nameColumns(
  names: string[],
  fieldCount: number,
): Pick<Header, 'columnNames' | 'unnamed'> {
  const taken = new Set<string>()
  const unnamed: number[] = []
  const columnNames = Array.from({ length: fieldCount }, (_, j) => {
    const given = (names[j] ?? '').replace(/\s+/g, ' ').trim()
    if (given === '') unnamed.push(j)
    const base = given || `column_${j + 1}`
    let name = base
    for (let n = 2; taken.has(name); n++) name = `${base}_${n}`
    taken.add(name)
    return name
  })
  return { columnNames, unnamed }
}

export function areNames(cells: string[]): boolean {
  return cells.length > 0 && cells.every((cell) => cell !== '' && !VALUE_LIKE.test(cell))
}

function filledCells(cells: string[]): number {
  return cells.filter((cell) => cell !== '').length
}

function countTitles(records: string[][], fieldCount: number): number {
  const isTitle = (cells: string[]) =>
    filledCells(cells) <= 1 || (cells[0]!.startsWith('#') && cells.length !== fieldCount)
  if (fieldCount < 2 || records.filter(isTitle).length > records.length / 2) return 0
  const titles = records.findIndex((cells) => !isTitle(cells))
  return titles <= MAX_TITLES ? titles : 0
}

/** Returns true if every row ends in an empty cell, as when each line ends in a delimiter. */
function endsEmpty(rows: string[][]): boolean {
  return rows.length > 0 && rows.every((row) => row.at(-1) === '')
}

/**
 * A header has names, none of them a value, and either stands above a column of numbers or dates,
 * or its names are distinct and none comes back among its column's values.
 */
function isHeader(first: string[], rest: string[][]): boolean {
  const names = first.filter((cell) => cell !== '')
  const labels = names.filter((cell) => !VALUE_LIKE.test(cell))
  if (labels.length === 0 || !(labels.length === names.length || isCounting(names))) return false
  const columns = first.map((_, j) => rest.map((record) => record[j] ?? '').filter((v) => v !== ''))
  const comesBack = first.some((name, j) => name !== '' && columns[j]!.includes(name))
  if (labels.length < names.length) return !comesBack
  const standsAboveValues = columns.some(
    (values) =>
      values.length > 0 && values.filter((v) => VALUE_LIKE.test(v)).length > values.length / 2,
  )
  return standsAboveValues || (new Set(names).size === names.length && !comesBack)
}

/** Returns true if the numbers among the names count up by one, as years do in a wide table. */
function isCounting(names: string[]): boolean {
  const numbers = names.filter((name) => VALUE_LIKE.test(name)).map(Number)
  return numbers.length > 1 && numbers.every((n, i) => i === 0 || n === numbers[i - 1]! + 1)
}
