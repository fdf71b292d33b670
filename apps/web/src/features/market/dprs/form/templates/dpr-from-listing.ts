/** The form of a request that asks for a change of a listed twin: its columns and license are filled in. */
import { contractOfColumns, type ListingDetail } from '@semblance/contract'
import { licenseDraftOf } from '@/components/blocks/license/license-draft.ts'
import { typedFromContract } from '../../data-contract/typed-data-contract.ts'
import { emptyDprForm } from '../dpr-form-schema.ts'
import type { StartedDprForm } from '../dpr-form-values.ts'

export function typedFromListing(listing: ListingDetail): StartedDprForm {
  const { id, title, category, description, dictionary, options, figures } = listing
  const [option] = options
  return {
    ...emptyDprForm,
    title,
    category,
    description: `Like the listed twin ${id}, with this change: \n\n${description}`,
    minRecords: String(figures.records),
    ...(option && { license: licenseDraftOf(option.license) }),
    dataContract: typedFromContract(contractOfColumns(id, dictionary)),
  }
}
