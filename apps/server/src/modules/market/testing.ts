/** Rows that the market reads, written without the steps that lead to them, for tests. */
import type { Side } from '@semblance/contract'
import type { Updateable } from 'kysely'
import type { Market, Person } from '../../../testing/market.ts'
import type { DB } from '../../platform/database.gen.ts'
import { system } from '../../platform/db.ts'

export async function changeDpr(
  { platform }: Market,
  id: string,
  changes: Updateable<DB['dprs']>,
): Promise<void> {
  await platform.db.transaction(system, (tx) =>
    tx.updateTable('dprs').set(changes).where('id', '=', id).execute(),
  )
}

/** Has `client` invite `vendor` to a request. */
export async function invite(
  { platform }: Market,
  dprId: string,
  { client, vendor }: Record<Side, Pick<Person, 'organization'>>,
): Promise<void> {
  const invitation = {
    dpr_id: dprId,
    vendor: vendor.organization.id,
    client: client.organization.id,
  }
  await platform.db.transaction(system, (tx) =>
    tx.insertInto('dpr_invitations').values(invitation).execute(),
  )
}
