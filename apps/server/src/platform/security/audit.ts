/** The log of what people and the platform did about money and rights: append-only, each row a leaf of the transparency log. */
import type { AuditAction } from '@semblance/contract'
import { type Tx, withSystemRole } from '../database/db.ts'
import { jsonOf, record } from '../transparency/record.ts'

export type AuditRecord = {
  /** `organization` is that of a member or key that acts: its administrators read the row. */
  actor: { userId: string; organization?: string } | 'system'
  action: AuditAction
  /** Names the object of the action: "adjustment:<id>", "contract:CTR-2001", "organization:<id>". */
  object: string
  /** IDs, amounts and states; never a name, an address, a free text or a secret. */
  detail?: Record<string, string | number | bigint | boolean | null>
}

type Acting = { userId: string | null; organization?: { id: string } | null }

export const actorOf = ({ userId, organization }: Acting): AuditRecord['actor'] =>
  userId ? { userId, ...(organization && { organization: organization.id }) } : 'system'

export type WrittenRow = { seq: bigint; action: AuditAction; object: string }

const written = new WeakMap<Tx, WrittenRow[]>()

/** Returns the rows that the transaction has written. */
export const auditedRows = (tx: Tx): readonly WrittenRow[] => written.get(tx) ?? []

/** Writes one row, in the transaction of the action it records. */
export async function audit(tx: Tx, entry: AuditRecord): Promise<void> {
  const { action, object } = entry
  const actor = entry.actor === 'system' ? null : entry.actor.userId
  const ofMember = entry.actor !== 'system' && entry.actor.organization
  const organization = ofMember ? { organization: ofMember } : {}
  const detail = jsonOf({ ...organization, ...entry.detail })
  const { seq, at } = await withSystemRole(tx, () =>
    tx
      .insertInto('app.audit_log')
      .values({ actor, action, object, detail: JSON.stringify(detail) })
      .returning(['seq', 'at'])
      .executeTakeFirstOrThrow(),
  )
  const body = { seq, at, actor, action, object, detail }
  record(tx, { type: 'audit.row', audience: 'staff', deal: null, auditSeq: seq, body })
  written.set(tx, [...auditedRows(tx), { seq: BigInt(seq), action, object }])
}
