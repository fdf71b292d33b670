/** Holds the statements about links of approval mails. All require the system role. */
import type { Insertable } from 'kysely'
import type { DB } from '../../platform/database/database.gen.ts'
import type { Tx } from '../../platform/database/db.ts'

export async function insertLink(
  tx: Tx,
  link: Insertable<DB['app.approval_links']>,
): Promise<void> {
  await tx.insertInto('app.approval_links').values(link).execute()
}

const open = (tx: Tx, sha256: Buffer, now: Date) =>
  tx
    .selectFrom('app.approval_links as l')
    .innerJoin('organizations as o', 'o.id', 'l.organization')
    .where('l.token_sha256', '=', sha256)
    .where('l.used_at', 'is', null)
    .where('l.expires_at', '>', now)
    .where('o.is_active', '=', true)

/** Returns a link that may still be used, with its organization; null for any other. */
export async function findLink(tx: Tx, sha256: Buffer, now: Date) {
  const row = await open(tx, sha256, now)
    .select(['l.organization', 'l.email', 'l.contact_person', 'o.name', 'o.organization_id'])
    .executeTakeFirst()
  return row ?? null
}

type Claim = { sha256: Buffer; email: string; organizationId: string; now: Date }

/** Marks a link as used, once, if it was made for this address and organization. Returns whether it was. */
export async function claimLink(
  tx: Tx,
  { sha256, email, organizationId, now }: Claim,
): Promise<boolean> {
  const row = await open(tx, sha256, now)
    .select('l.email')
    .where('o.organization_id', '=', organizationId)
    .forUpdate('l')
    .executeTakeFirst()
  if (row?.email.toLowerCase() !== email.toLowerCase()) return false
  await tx
    .updateTable('app.approval_links')
    .set({ used_at: now })
    .where('token_sha256', '=', sha256)
    .execute()
  return true
}
