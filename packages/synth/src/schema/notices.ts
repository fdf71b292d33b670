import type { ColumnKind, ColumnSchema } from './column-schema.ts'

/** Describes what an owner should know of a run; taken exactly from the data, so for the owner only. */
export type Notice =
  /** Rows seem to follow each other in `time`, but no series is declared. */
  | { type: 'series_suspected'; time: string }
  /** The noisy votes decided otherwise than the exact figures of the data suggest. */
  | { type: 'kind_voted_otherwise'; column: string; voted: ColumnKind; suggested: ColumnKind }
  /** Categories too rare to be named, which became "Other": how many, of how many rows, and the commonest of them. */
  | {
      type: 'categories_pooled'
      column: string
      categories: number
      rows: number
      commonest: string[]
    }

/** More names would hide the sentence; the report has them. */
const FIRST_NAMED = 5

/** Writes a notice for people. */
export function noticeText(notice: Notice): string {
  switch (notice.type) {
    case 'series_suspected':
      return `Rows sorted by "${notice.time}" look like a series: most numbers are close to those of the row before. Each row is made on its own, so the twin will not keep that; declare "series" if rows follow each other.`
    case 'kind_voted_otherwise':
      return `The votes took "${notice.column}" for ${notice.voted}, the data suggest ${notice.suggested}: values that do not fit become missing or "Other". Declare its kind if that is wrong.`
    case 'categories_pooled': {
      const { column, categories, rows, commonest } = notice
      const first = commonest.slice(0, FIRST_NAMED).map((label) => `"${label}"`)
      const more = categories > first.length ? ', ...' : ''
      return `"${column}": ${categories} rare ${categories === 1 ? 'category' : 'categories'} of ${rows} ${rows === 1 ? 'row' : 'rows'} became "Other": ${first.join(', ')}${more}. Declare values to keep them.`
    }
  }
}

/** Compares the kinds that votes decided with those that exact figures suggest, by position. */
export function compareVoted(columns: ColumnSchema[], suggested: ColumnKind[]): Notice[] {
  return columns.flatMap(({ name, kind, inferred }, j): Notice[] => {
    const other = suggested[j] ?? kind
    if (!inferred.includes('type') || kind === other) return []
    return [{ type: 'kind_voted_otherwise', column: name, voted: kind, suggested: other }]
  })
}
