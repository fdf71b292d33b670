import type { Dialect } from './dialects/dialect.ts'
import type { Warehouse } from './warehouse.ts'

/** More in one statement would take the warehouse long to plan. */
const VALUES_PER_QUERY = 20
const CELLS_PER_QUERY = 10

/** Requests the rows by the value of an expression over `x<column>`: all values, or those that a condition keeps. */
export type ValueQuestion = { column: number; having: Having | null }
type Having = { least: number; always: readonly number[] }

/** Requests the rows by an integer from 0 to `size` - 1, which an expression makes of `x<column>`. */
export type CellQuestion = { columns: number[]; expression: string; size: number }

/** Holds rows by value of a column: text, number or null. */
export type CountedValues = [value: unknown, count: number][]

export type JoinedCounts = {
  byValue: (question: ValueQuestion) => Promise<CountedValues>
  byCell: (question: CellQuestion) => Promise<Float64Array>
}

/** Answers questions of the same moment together, in as few passes over the rows as possible. */
export function joinCounts(
  warehouse: Warehouse,
  coded: (columns: number[]) => string,
): JoinedCounts {
  return {
    byValue: together((questions) => countValues(warehouse, coded, questions), VALUES_PER_QUERY),
    byCell: together((questions) => countCells(warehouse, coded, questions), CELLS_PER_QUERY),
  }
}

type Waiting<Question, Answer> = {
  question: Question
  resolve: (answer: Answer) => void
  reject: (error: unknown) => void
}

/** Gathers questions until all that could be posed without an answer have been. */
function together<Question, Answer>(
  answer: (questions: Question[]) => Promise<Answer[]>,
  most: number,
): (question: Question) => Promise<Answer> {
  let waiting: Waiting<Question, Answer>[] = []
  const ask = async (asked: Waiting<Question, Answer>[]) => {
    try {
      const answers = await answer(asked.map(({ question }) => question))
      for (const [i, { resolve }] of asked.entries()) resolve(answers[i] as Answer)
    } catch (error) {
      for (const { reject } of asked) reject(error)
    }
  }
  const askAll = () => {
    const all = waiting
    waiting = []
    for (let start = 0; start < all.length; start += most) void ask(all.slice(start, start + most))
  }
  return (question) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setImmediate(askAll)
      waiting.push({ question, resolve, reject })
    })
}

/** Counts values in groups, which many workers share, however many values there are. */
async function countValues(
  { dialect, query }: Warehouse,
  coded: (columns: number[]) => string,
  questions: ValueQuestion[],
): Promise<CountedValues[]> {
  const names = questions.map((_, i) => `v${i}`)
  const values = questions.map(({ column }, i) => `x${column} as v${i}`)
  const places = questions.map((_, i) => `when grouping(v${i}) = 0 then ${i}`)
  const kept = questions.flatMap(({ having }, i) => (having ? [havingSql(having, `v${i}`)] : []))
  const rows = await query(`
    select case ${places.join(' ')} end, ${names.join(', ')}, count(*)
    from (select ${values.join(', ')} from ${coded(questions.map(({ column }) => column))} ${dialect.barrier}) t
    group by grouping sets (${names.map((name) => `(${name})`).join(', ')})
    ${kept.length > 0 ? `having ${kept.join(' and ')}` : ''}`)
  const found: CountedValues[] = questions.map(() => [])
  for (const row of rows) {
    const place = Number(row[0])
    found[place]?.push([row[1 + place], Number(row.at(-1))])
  }
  return found
}

/** SQL that is true for groups of other columns, and for values that are to be counted. */
function havingSql({ least, always }: Having, name: string): string {
  const isAlways = always.length > 0 ? `or ${name} in (${always.join(', ')})` : ''
  return `(grouping(${name}) = 1 or (${name} is not null and (count(*) >= ${least} ${isAlways})))`
}

async function countCells(
  { dialect, query }: { dialect: Dialect } & Pick<Warehouse, 'query'>,
  coded: (columns: number[]) => string,
  questions: CellQuestion[],
): Promise<Float64Array[]> {
  const places = questions.map(({ expression }, i) => `${expression} as b${i}`)
  const columns = [...new Set(questions.flatMap((question) => question.columns))]
  const binned = `select ${places.join(', ')} from ${coded(columns)}`
  const tables = questions.map(({ size }, index) => [{ index, binCount: size }])
  const counts = questions.map(({ size }) => new Float64Array(size))
  for (const [i, cell, count] of await dialect.countTables({ binned, tables }, query))
    counts[i]?.fill(count, cell, cell + 1)
  return counts
}
