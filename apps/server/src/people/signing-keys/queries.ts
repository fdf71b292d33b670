import { type Selectable, sql } from 'kysely'
import type { Position } from '../../platform/database/cursor.ts'
import type { DB } from '../../platform/database/database.gen.ts'
import type { Tx } from '../../platform/database/db.ts'
import { nameOrEmail } from '../../platform/database/names.ts'

type SigningKey = Selectable<DB['app.signing_keys']>
export type SigningKeyRow = SigningKey & { created_by_name: string | null }

const keys = (tx: Tx) =>
  tx
    .selectFrom('app.signing_keys as k')
    .leftJoin('profiles as p', 'p.user_id', 'k.created_by')
    .selectAll('k')
    .select(nameOrEmail('p').as('created_by_name'))

/** Lists an organization's signing keys, newest first; one row more than the page. Requires the system role. */
export async function listRows(
  tx: Tx,
  organization: string,
  { after, limit }: { after: Position | null; limit: number },
): Promise<SigningKeyRow[]> {
  return await keys(tx)
    .where('k.organization', '=', organization)
    .where(
      after === null
        ? sql<boolean>`true`
        : sql<boolean>`(k.created_at, k.id) < (${after.at}, ${after.id}::uuid)`,
    )
    .orderBy('k.created_at', 'desc')
    .orderBy('k.id', 'desc')
    .limit(limit + 1)
    .execute()
}

export async function getRow(tx: Tx, id: string): Promise<SigningKeyRow> {
  return await keys(tx).where('k.id', '=', id).executeTakeFirstOrThrow()
}

/** Returns a key of an organization by its thumbprint, also a revoked one, and keeps it from being revoked until the transaction ends. */
export async function findByKid(
  tx: Tx,
  organization: string,
  kid: string,
): Promise<SigningKey | undefined> {
  return await tx
    .selectFrom('app.signing_keys')
    .selectAll()
    .where('organization', '=', organization)
    .where('kid', '=', kid)
    .forShare()
    .executeTakeFirst()
}

/** Has the organization's signing keys registered one after the other, and counts those that live. */
export async function countLiveLocked(tx: Tx, organization: string): Promise<number> {
  await tx
    .selectFrom('organizations')
    .select('id')
    .where('id', '=', organization)
    .forNoKeyUpdate()
    .execute()
  const { live } = await tx
    .selectFrom('app.signing_keys')
    .select(sql<number>`count(*)::int`.as('live'))
    .where('organization', '=', organization)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow()
  return live
}

/** Inserts a key. Undefined if the organization has registered it before. */
export async function insertRow(
  tx: Tx,
  row: Pick<SigningKey, 'organization' | 'name' | 'kid' | 'created_by'> & { jwk: string },
): Promise<string | undefined> {
  const made = await tx
    .insertInto('app.signing_keys')
    .values(row)
    .onConflict((conflict) => conflict.constraint('signing_keys__once').doNothing())
    .returning('id')
    .executeTakeFirst()
  return made?.id
}

/** Locks a key of the organization. Undefined for the keys of others. */
export async function lockRow(
  tx: Tx,
  organization: string,
  id: string,
): Promise<SigningKey | undefined> {
  return await tx
    .selectFrom('app.signing_keys')
    .selectAll()
    .where('id', '=', id)
    .where('organization', '=', organization)
    .forUpdate()
    .executeTakeFirst()
}

export async function setRevoked(tx: Tx, id: string, at: Date): Promise<void> {
  await tx.updateTable('app.signing_keys').set({ revoked_at: at }).where('id', '=', id).execute()
}
