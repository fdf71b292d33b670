import type { DeliveryMethod, MoreRows } from '@semblance/contract'
import type { Tx } from '../../../platform/database/db.ts'
import type { DeliveryRow } from '../queries.ts'
import { getTwin } from '../twins/twin-queries.ts'
import type { Agreed } from './gate.ts'

type AgreedTerms = Agreed & { deliveryMethod: DeliveryMethod; moreRows: MoreRows | null }

/**
 * Returns what a delivery has to be: the terms of its contract, or of a twin for a listing the privacy level that its vendor
 * chose. Requires the system role.
 */
export async function findAgreedFor(
  tx: Tx,
  { id, contract_id }: Pick<DeliveryRow, 'id' | 'contract_id'>,
): Promise<AgreedTerms> {
  if (contract_id !== null) return await findAgreed(tx, contract_id)
  const { privacy_level } = await getTwin(tx, id)
  return {
    privacyLevel: privacy_level,
    formats: ['csv'],
    deliveryMethod: 'download',
    ...{ minAccuracyPercent: null, minRecords: null, moreRows: null, dataContract: null },
  }
}

/**
 * Returns the current terms of the contract's offer and the requirements of its request. Requires
 * the system role.
 */
export async function findAgreed(tx: Tx, contractId: string): Promise<AgreedTerms> {
  const found = await tx
    .selectFrom('contracts as k')
    .innerJoin('offers as o', 'o.id', 'k.offer_id')
    .innerJoin('dprs as d', 'd.id', 'k.dpr_id')
    .leftJoin('data_contracts as t', 't.dpr_id', 'k.dpr_id')
    .select([
      'o.min_accuracy_percent',
      'o.privacy_level',
      'o.data_formats',
      'o.delivery_method',
      'o.more_rows',
      'd.min_records',
      't.content as data_contract',
    ])
    .where('k.id', '=', contractId)
    .executeTakeFirstOrThrow()
  return {
    minAccuracyPercent: found.min_accuracy_percent,
    privacyLevel: found.privacy_level,
    minRecords: found.min_records === null ? null : Number(found.min_records),
    formats: found.data_formats,
    deliveryMethod: found.delivery_method,
    moreRows: found.more_rows,
    dataContract: found.data_contract,
  }
}
