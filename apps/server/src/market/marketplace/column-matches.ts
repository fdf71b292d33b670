/** Matches columns: those of requests with what a vendor holds, for its eyes alone, or declares, for all. */
import {
  type ColumnKind,
  type ColumnType,
  type ColumnValues,
  isNumeric,
  isTemporal,
  matcherOf,
  matchSentence,
  type NamedColumn,
} from '@semblance/contract'
import type { Tx } from '../../platform/database/db.ts'
import { findDeclaring, listDeclared } from '../declared-columns/service.ts'
import { listAskedColumns, listColumnsOf, listHeldColumns } from './column-queries.ts'
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
  const held = await heldColumns(tx, reader.vendor)
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

/** Returns the columns that the vendor has delivered or declares, each once. Call as the system. */
export async function heldColumns(tx: Tx, vendor: string): Promise<NamedColumn[]> {
  const held = (await listHeldColumns(tx, vendor)).map(({ name, kind }) => ({
    name,
    values: valuesOfKind(kind),
  }))
  const known = new Set(held.map(({ name }) => name.toLowerCase()))
  const declared = await listDeclared(tx, vendor)
  return [
    ...held,
    ...declared
      .filter(({ name }) => !known.has(name.toLowerCase()))
      .map(({ name, holds }) => ({ name, values: holds })),
  ]
}

/** Limits the vendors that are compared with a request by their columns. */
const MAX_DECLARING = 150

export type VendorMatch = { points: number; sentence: string }

/**
 * Returns, by vendor, the points for the columns of a request that it declares and the sentence that
 * explains them; empty for a request without columns. Call as the system.
 */
export async function matchVendors(tx: Tx, dprId: string): Promise<Map<string, VendorMatch>> {
  const asked = (await listColumnsOf(tx, dprId)).map(({ name, type }) => ({
    name,
    values: valuesOfType(type),
  }))
  if (asked.length === 0) return new Map()
  const names = asked.map(({ name }) => name)
  const declaring = await findDeclaring(tx, names, MAX_DECLARING)
  return new Map(
    [...declaring].flatMap(([vendor, columns]): [string, VendorMatch][] => {
      const matches = matcherOf(columns)(asked)
      const share = matches.filter(({ held }) => held !== null).length / matches.length
      const sentence = matchSentence(matches)
      if (sentence === null || share < LEAST_SHARE) return []
      const points = Math.round(ALL_COLUMNS_POINTS * share)
      return [[vendor, { points, sentence: `Declares ${sentence}` }]]
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
