/** The log of what people and the platform did about money and rights: append-only, each row a leaf of the transparency log. */
import type { AuditAction } from '@semblance/contract'
import { type Tx, withSystemRole } from '../database/db.ts'
import { jsonOf, record } from '../transparency/record.ts'

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
export async function audit(tx: Tx, entry: AuditRecord): Promise<void> {
  const { action, object } = entry
  const actor = entry.actor === 'system' ? null : entry.actor.userId
  const detail = jsonOf(entry.detail ?? {})
  const { seq, at } = await withSystemRole(tx, () =>
    tx
      .insertInto('app.audit_log')
      .values({ actor, action, object, detail: JSON.stringify(detail) })
      .returning(['seq', 'at'])
      .executeTakeFirstOrThrow(),
  )
  const body = { seq, at, actor, action, object, detail }
  record(tx, { type: 'audit.row', audience: 'staff', deal: null, auditSeq: seq, body })
  audited.add(tx)
}
