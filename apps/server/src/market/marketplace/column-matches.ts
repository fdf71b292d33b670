/** Matches the columns of open requests with those that a vendor holds, for that vendor's eyes alone. */
import {
  type ColumnKind,
  type ColumnType,
  type ColumnValues,
  isNumeric,
  isTemporal,
  matcherOf,
  matchSentence,
} from '@semblance/contract'
import type { Tx } from '../../platform/database/db.ts'
import { listAskedColumns, listHeldColumns } from './column-queries.ts'
import type { Filter, Reader } from './queries.ts'

/** Sets the points of a request all of whose columns the vendor holds. */
const ALL_COLUMNS_POINTS = 60
/** Sets the share of columns below which a match says nothing. */
const LEAST_SHARE = 0.25

export type RequestMatch = { points: number; sentence: string }

/** Returns, by request, the points for its columns and the sentence that explains them. */
export async function matchRequests(
  tx: Tx,
  reader: Reader & { vendor: string },
  filter: Filter,
): Promise<Map<string, RequestMatch>> {
  const held = (await listHeldColumns(tx, reader.vendor)).map(({ name, kind }) => ({
    name,
    values: valuesOfKind(kind),
  }))
  if (held.length === 0) return new Map()
  const match = matcherOf(held)
  const names = held.map(({ name }) => name)
  const rows = await listAskedColumns(tx, reader, filter, names)
  const asked = Map.groupBy(rows, ({ id }) => id)
  return new Map(
    [...asked].flatMap(([id, columns]): [string, RequestMatch][] => {
      const matches = match(columns.map(({ name, type }) => ({ name, values: valuesOfType(type) })))
      const share = matches.filter((one) => one.held !== null).length / matches.length
      const sentence = matchSentence(matches)
      if (sentence === null || share < LEAST_SHARE) return []
      return [
        [id, { points: Math.round(ALL_COLUMNS_POINTS * share), sentence: `You hold ${sentence}` }],
      ]
    }),
  )
}

function valuesOfType(type: ColumnType | null): ColumnValues {
  if (type === null) return null
  if (isNumeric(type)) return 'number'
  if (isTemporal(type)) return 'time'
  return type === 'boolean' ? 'boolean' : 'text'
}

function valuesOfKind(kind: ColumnKind): ColumnValues {
  if (kind === 'integer' || kind === 'number') return 'number'
  if (kind === 'date' || kind === 'timestamp') return 'time'
  if (kind === 'boolean') return 'boolean'
  return kind === 'text' ? 'text' : null // keys, categories and replaced values are written either way
}
