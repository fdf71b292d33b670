/** The log of what people and the platform did about money and rights: append-only, chained by `audit.chain`. */
import type { AuditAction } from '@semblance/contract'
import { type Tx, withSystemRole } from '../database/db.ts'

export type AuditRecord = {
  actor: { userId: string } | 'system'
  action: AuditAction
  /** Names the object of the action: "adjustment:<id>", "contract:CTR-2001", "organization:<id>". */
  object: string
  /** IDs, amounts and states; never a name, an address, a free text or a secret. */
  detail?: Record<string, string | number | bigint | boolean | null>
}

export const actorOf = ({ userId }: { userId: string | null }): AuditRecord['actor'] =>
  userId ? { userId } : 'system'

const audited = new WeakSet<Tx>()

/** Returns true if the transaction has written a row. */
export const wasAudited = (tx: Tx): boolean => audited.has(tx)

/** Writes one row, in the transaction of the action it records. */
export async function audit(tx: Tx, record: AuditRecord): Promise<void> {
  const { actor, action, object, detail = {} } = record
  await withSystemRole(tx, () =>
    tx
      .insertInto('app.audit_log')
      .values({
        actor: actor === 'system' ? null : actor.userId,
        action,
        object,
        detail: JSON.stringify(detail, (_, value) =>
          typeof value === 'bigint' ? String(value) : value,
        ),
      })
      .execute(),
  )
  audited.add(tx)
}
