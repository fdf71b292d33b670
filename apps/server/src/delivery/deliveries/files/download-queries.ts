import { type Insertable, sql } from 'kysely'
import type { Position } from '../../../platform/database/cursor.ts'
import type { DB } from '../../../platform/database/database.gen.ts'
import { type Tx, withSystemRole } from '../../../platform/database/db.ts'
import { nameOrEmail } from '../../../platform/database/names.ts'

/** Inserts a download and returns the client of its delivery. Call as the system. */
export async function insertDownload(
  tx: Tx,
  row: Insertable<DB['downloads']>,
): Promise<{ client: string }> {
  return await tx
    .insertInto('downloads')
    .values(row)
    .returning(({ selectFrom }) =>
      selectFrom('deliveries as d')
        .select('d.client')
        .whereRef('d.id', '=', 'downloads.delivery_id')
        .$asScalar()
        .$notNull()
        .as('client'),
    )
    .executeTakeFirstOrThrow()
}

/** Returns true if a download by this link is on record. Call as the system. */
export async function hasDownloaded(
  tx: Tx,
  row: { delivery_id: string; link: string },
): Promise<boolean> {
  const found = await tx
    .selectFrom('downloads')
    .select('id')
    .where('delivery_id', '=', row.delivery_id)
    .where('link', '=', row.link)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/**
 * Lists downloads, newest first, one row more than `limit`. `name` is null if the user has left; people of
 * the vendor have its name instead of their own. Check permission before.
 */
export async function listDownloads(
  tx: Tx,
  deliveryIds: string[],
  { after, limit }: { after: Position | null; limit: number },
) {
  return await withSystemRole(tx, () =>
    tx
      .selectFrom('downloads as w')
      .innerJoin('deliveries as d', 'd.id', 'w.delivery_id')
      .leftJoin('profiles as p', 'p.user_id', 'w.person')
      .leftJoin('companies as v', (join) =>
        join.onRef('v.id', '=', 'd.vendor').onRef('p.organization', '=', 'd.vendor'),
      )
      .select(['w.id', 'w.file_name', 'w.bytes', 'w.created_at'])
      .select(sql<string | null>`coalesce(v.name, ${nameOrEmail('p')})`.as('name'))
      .where('w.delivery_id', 'in', deliveryIds)
      .$if(after !== null, (query) =>
        query.where(({ eb, refTuple, tuple }) =>
          eb(refTuple('w.created_at', 'w.id'), '<', tuple(after!.at, after!.id)),
        ),
      )
      .orderBy('w.created_at', 'desc')
      .orderBy('w.id', 'desc')
      .limit(limit + 1)
      .execute(),
  )
}
