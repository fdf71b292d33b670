/** Reads of the sample marketplace that no service offers; it writes none of these tables. */
import { sql } from 'kysely'
import type { Tx } from '../platform/database/db.ts'

export async function findContract(tx: Tx, title: string, client: string): Promise<string> {
  const { id } = await tx
    .selectFrom('contracts')
    .select('id')
    .where('client', '=', client)
    .where('title', '=', title)
    .executeTakeFirstOrThrow()
  return id
}

export async function findRequest(tx: Tx, title: string, client: string): Promise<string> {
  const { id } = await tx
    .selectFrom('dprs')
    .select('id')
    .where('client', '=', client)
    .where('title', '=', title)
    .executeTakeFirstOrThrow()
  return id
}

export async function findOffer(
  tx: Tx,
  { client, vendor, title }: { client: string; vendor: string; title: string },
): Promise<string> {
  const { id } = await tx
    .selectFrom('offers as o')
    .innerJoin('dprs as d', 'd.id', 'o.dpr_id')
    .select('o.id')
    .where('o.client', '=', client)
    .where('o.vendor', '=', vendor)
    .where('d.title', '=', title)
    .executeTakeFirstOrThrow()
  return id
}

export async function findTerms(tx: Tx, offerId: string) {
  return await tx
    .selectFrom('offers')
    .select(['revision', 'price_cents'])
    .where('id', '=', offerId)
    .executeTakeFirstOrThrow()
}

export async function findConversation(
  tx: Tx,
  talk: { client: string; vendor: string; title: string },
): Promise<string> {
  const { id } = await tx
    .selectFrom('conversations')
    .select('id')
    .where('client', '=', talk.client)
    .where('vendor', '=', talk.vendor)
    .where('title', '=', talk.title)
    .executeTakeFirstOrThrow()
  return id
}

/** Returns a delivered contract whose dataset has not been inserted yet. */
export async function findUndelivered(tx: Tx, title: string, client: string) {
  const row = await tx
    .selectFrom('contracts as k')
    .select(['k.id', 'k.client', 'k.vendor', 'k.submitted_at', 'k.delivered_at'])
    .where('k.client', '=', client)
    .where('k.title', '=', title)
    .where('k.delivered_at', 'is not', null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb.selectFrom('deliveries as d').select('d.id').whereRef('d.contract_id', '=', 'k.id'),
        ),
      ),
    )
    .executeTakeFirst()
  return row ?? null
}

export async function getContract(tx: Tx, id: string) {
  return await tx
    .selectFrom('contracts')
    .select(['id', 'client', 'vendor', 'submitted_at', 'delivered_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

/** Any constant will do: of processes that start together, one loads. */
const LOCK_KEY = 7_361_002

/** Keeps other processes from loading or replacing samples until the transaction ends. */
export async function lockSamples(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCK_KEY})`.execute(tx)
}
