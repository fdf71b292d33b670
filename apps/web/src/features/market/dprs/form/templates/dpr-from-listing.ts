/** The form of a request that asks for a change of a listed twin: its columns and license are filled in. */
import {
  type ColumnKind,
  type ContractTable,
  isTimeKind,
  type ListingColumn,
  type ListingDetail,
} from '@semblance/contract'
import { licenseDraftOf } from '@/components/blocks/license/license-draft.ts'
import { typedFromContract } from '../../data-contract/typed-data-contract.ts'
import { emptyDprForm } from '../dpr-form-schema.ts'
import type { StartedDprForm } from '../dpr-form-values.ts'

export function typedFromListing(listing: ListingDetail): StartedDprForm {
  const { id, title, category, description, dictionary, options, figures } = listing
  const tables = Map.groupBy(dictionary, ({ table }) => table)
  const [option] = options
  return {
    ...emptyDprForm,
    title,
    category,
    description: `Like the listed twin ${id}, with this change: \n\n${description}`,
    minRecords: String(figures.records),
    ...(option && { license: licenseDraftOf(option.license) }),
    dataContract: typedFromContract({
      apiVersion: 'v3.1.0',
      kind: 'DataContract',
      id: `like-${id.toLowerCase()}`,
      version: '1.0.0',
      status: 'draft',
      schema: [...tables].map(([name, columns]) => ({ name, properties: columns.map(toProperty) })),
    }),
  }
}

function toProperty({
  name,
  kind,
  description,
}: ListingColumn): ContractTable['properties'][number] {
  const logicalType = kind && logicalTypeOf(kind)
  return { name, ...(logicalType && { logicalType }), ...(description && { description }) }
}

function logicalTypeOf(kind: ColumnKind) {
  if (isTimeKind(kind)) return kind === 'date' ? ('date' as const) : ('timestamp' as const)
  if (kind === 'integer' || kind === 'number' || kind === 'boolean') return kind
  return 'string' as const
}
