import type { Insertable } from 'kysely'
import { sql } from 'kysely'
import type { BankingDetails } from '../../platform/database/database.gen.ts'
import type { Tx } from '../../platform/database/db.ts'

export type StoredDetails = NonNullable<Awaited<ReturnType<typeof findDetails>>>
export type DetailValues = Omit<Insertable<BankingDetails>, 'organization' | 'revision'>

/** Selects the fields that members may see. They cannot select the sealed columns. */
export async function findMasked(tx: Tx, organization: string) {
  return await tx
    .selectFrom('banking_details')
    .select([
      'revision',
      'bank_name',
      'account_holder_name',
      'account_kind',
      'account_country',
      'account_last4',
      'routing_number',
      'bic',
      'account_type',
      'tax_id_last4',
      'vat_number',
      'business_type',
      'tax_address',
      'tax_city',
      'tax_state',
      'tax_zip',
      'additional_notes',
      'hold_until',
      'account_changed_at',
      'updated_at',
    ])
    .where('organization', '=', organization)
    .executeTakeFirst()
}
export type MaskedDetails = NonNullable<Awaited<ReturnType<typeof findMasked>>>

/**
 * Returns an organization's whole row with sealed numbers, or undefined. Call this and the following
 * functions as the system.
 */
export async function findDetails(tx: Tx, organization: string) {
  return await tx
    .selectFrom('banking_details')
    .selectAll()
    .where('organization', '=', organization)
    .executeTakeFirst()
}

/** Inserts an organization's first details. Undefined if another request was first. */
export async function insertDetails(tx: Tx, organization: string, values: DetailValues) {
  return await tx
    .insertInto('banking_details')
    .values({ organization, ...values })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
}

/** Claims the revision that the change was made to; nothing when it is no longer the newest. */
export async function updateDetails(
  tx: Tx,
  organization: string,
  revision: number,
  values: Partial<DetailValues>,
) {
  return await tx
    .updateTable('banking_details')
    .set({ ...values, revision: sql<number>`revision + 1` })
    .where('organization', '=', organization)
    .where('revision', '=', revision)
    .returningAll()
    .executeTakeFirst()
}

/** Returns the names of other organizations with the same account, or the same tax ID. */
export async function findDuplicateAccounts(
  tx: Tx,
  organization: string,
  column: 'account_fingerprint' | 'tax_id_fingerprint',
  values: string[],
): Promise<string[]> {
  if (values.length === 0) return []
  const rows = await tx
    .selectFrom('banking_details as d')
    .innerJoin('organizations as o', 'o.id', 'd.organization')
    .select('o.name')
    .where(`d.${column}`, 'in', values)
    .where('d.organization', '<>', organization)
    .orderBy('o.name')
    .limit(5)
    .execute()
  return rows.map(({ name }) => name)
}

export async function getName(tx: Tx, organization: string): Promise<string> {
  const row = await tx
    .selectFrom('organizations')
    .select('name')
    .where('id', '=', organization)
    .executeTakeFirstOrThrow()
  return row.name
}

export async function findByPublicId(tx: Tx, organizationId: string): Promise<string | null> {
  const row = await tx
    .selectFrom('organizations')
    .select('id')
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()
  return row?.id ?? null
}

export async function deleteDetails(tx: Tx, organization: string): Promise<void> {
  await tx.deleteFrom('banking_details').where('organization', '=', organization).execute()
}
