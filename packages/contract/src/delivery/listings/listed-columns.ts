/** The columns of a listed twin as a data contract: what asks for the same columns again. Pure. */
import type { ContractTable, DataContract } from '../../market/data-contracts.ts'
import { type ColumnKind, isTimeKind } from '../column-kinds.ts'
import type { ListingColumn } from './listing-shapes.ts'

type Listed = Pick<ListingColumn, 'table' | 'name' | 'kind' | 'description'>

/** Returns a data contract that asks for the columns of a listing, with their kinds and descriptions. */
export function contractOfColumns(listingId: string, dictionary: readonly Listed[]): DataContract {
  const tables = Map.groupBy(dictionary, ({ table }) => table)
  return {
    apiVersion: 'v3.1.0',
    kind: 'DataContract',
    id: `like-${listingId.toLowerCase()}`,
    version: '1.0.0',
    status: 'draft',
    schema: [...tables].map(([name, columns]) => ({ name, properties: columns.map(toProperty) })),
  }
}

function toProperty({ name, kind, description }: Listed): ContractTable['properties'][number] {
  const logicalType = kind && logicalTypeOf(kind)
  return { name, ...(logicalType && { logicalType }), ...(description && { description }) }
}

function logicalTypeOf(kind: ColumnKind) {
  if (isTimeKind(kind)) return kind === 'date' ? ('date' as const) : ('timestamp' as const)
  if (kind === 'integer' || kind === 'number' || kind === 'boolean') return kind
  return 'string' as const
}
