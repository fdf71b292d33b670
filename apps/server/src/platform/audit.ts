/** The log of what people and the platform did about money and rights: append-only, chained by `audit.chain`. */
import type { AuditAction } from '@semblance/contract'
import { asSystem, type Tx } from './db.ts'

export type AuditRecord = {
  actor: { userId: string } | 'system'
  action: AuditAction
  /** What it was done to: "adjustment:<id>", "contract:CTR-2001", "organization:<id>". */
  object: string
  /** IDs, amounts and states; never a name, an address, a free text or a secret. */
  detail?: Record<string, string | number | bigint | boolean | null>
}

export const actorOf = ({ userId }: { userId: string | null }): AuditRecord['actor'] =>
  userId ? { userId } : 'system'

const audited = new WeakSet<Tx>()

/** Whether the transaction has written a row. */
export const wasAudited = (tx: Tx): boolean => audited.has(tx)

/** Writes one row, in the transaction of what it tells of. */
export async function audit(tx: Tx, record: AuditRecord): Promise<void> {
  const { actor, action, object, detail = {} } = record
  await asSystem(tx, () =>
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
