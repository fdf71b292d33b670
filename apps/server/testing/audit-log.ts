import { system } from '../src/platform/db.ts'
import type { Market } from './market.ts'

/** What the audit log says was done to an object, oldest first. */
export async function actionsOn({ platform }: Market, object: string): Promise<string[]> {
  const rows = await platform.db.transaction(system, (tx) =>
    tx
      .selectFrom('app.audit_log')
      .select('action')
      .where('object', '=', object)
      .orderBy('seq')
      .execute(),
  )
  return rows.map(({ action }) => action)
}
