/** Erases what leaves reveal: salt and content of their openings go, the tree keeps its hashes. */
import { sql } from 'kysely'
import { beforeCommit, type Tx, withSystemRole } from '../database/db.ts'

/** Erases the openings that name a person, also those of this transaction, when it commits. */
export const erasePerson = (tx: Tx, userId: string): void => beforeCommit(tx, erasePeople, userId)

/**
 * Erases the openings of deals that organizations alone may read, when the transaction commits. What the
 * other party of a deal reads too is that party's proof: it goes when both are erased. Ledger and audit
 * log keep theirs, like their rows.
 */
export const eraseOrganizations = (tx: Tx, organizations: string[]): void =>
  beforeCommit(tx, eraseDeals, organizations)

async function erasePeople(tx: Tx, userIds: string[]): Promise<void> {
  await withSystemRole(tx, async () => {
    for (const userId of userIds)
      await sql`
        update transparency.openings set salt = null, payload = null, names = null, erased_at = now()
        where names @> array[${userId}::uuid] and erased_at is null`.execute(tx)
  })
}

async function eraseDeals(tx: Tx, given: string[][]): Promise<void> {
  const organizations = given.flat()
  await withSystemRole(tx, async () => {
    await sql`insert into transparency.forgotten (organization) select unnest(${organizations}::uuid[])
      on conflict do nothing`.execute(tx)
    await sql`
      update transparency.openings o set salt = null, payload = null, names = null, erased_at = now()
      from transparency.deals d
      where d.id = o.deal and (d.client = any (${organizations}::uuid[]) or d.vendor = any (${organizations}::uuid[]))
        and o.erased_at is null
        and (o.audience = 'vendor' or d.client is null or d.client in (select organization from transparency.forgotten))
        and (o.audience = 'client' or d.vendor is null or d.vendor in (select organization from transparency.forgotten))`.execute(
      tx,
    )
  })
}
