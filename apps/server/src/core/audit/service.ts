/** The log as staff read it, and as an organization reads what its members and keys did. Callers have checked who asks. */
import { type AuditRow, auditGroups, type OwnAuditRow } from '@semblance/contract'
import { decodeRankCursor, encodeRankCursor, type Page } from '../../platform/database/cursor.ts'
import { type Tx, withSystemRole } from '../../platform/database/db.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { type AuditRecord, actorOf, audit, auditedRows } from '../../platform/security/audit.ts'
import { announceEvent } from '../webhooks/service.ts'
import { actOf } from './acts.ts'
import { type AuditFilter, listOwnRows, listRows, type OwnAuditFilter } from './queries.ts'

export async function listAudit(
  { tx }: Ctx,
  { cursor, limit, ...filter }: Page & AuditFilter,
): Promise<{ items: AuditRow[]; nextCursor: string | null }> {
  const before = decodeRankCursor(cursor)?.rank ?? null
  const rows = await withSystemRole(tx, () => listRows(tx, filter, { before, limit }))
  const items = rows.slice(0, limit)
  const last = rows.length > limit ? items.at(-1)! : null
  return {
    items,
    nextCursor: last && encodeRankCursor({ rank: Number(last.seq), id: String(last.seq) }),
  }
}

type OwnInput = Page & Omit<OwnAuditFilter, 'kinds'> & { group?: keyof typeof auditGroups }

/** Lists what was done by an organization's members and keys, and by others to it. */
export async function listOwnAudit(
  { tx, actor }: Ctx,
  organization: string,
  { cursor, limit, group, ...filter }: OwnInput,
): Promise<{ items: OwnAuditRow[]; nextCursor: string | null }> {
  const before = decodeRankCursor(cursor)?.rank ?? null
  const ids = { id: organization, publicId: actor.organization?.organizationId ?? organization }
  const kinds = group && auditGroups[group].kinds
  const rows = await withSystemRole(tx, () =>
    listOwnRows(tx, ids, { ...filter, kinds }, { before, limit }),
  )
  const items = rows.slice(0, limit)
  const last = rows.length > limit ? items.at(-1) : null
  return {
    items,
    nextCursor: last ? encodeRankCursor({ rank: Number(last.seq), id: String(last.seq) }) : null,
  }
}

/** Records what a member or a key has done, where the table of acts says so. */
export async function recordAct(
  { tx, actor }: Ctx,
  procedure: string,
  call: { input: unknown; output: unknown },
): Promise<void> {
  if (!actor.userId || !actor.organization) return
  const act = actOf(procedure, call)
  if (!act) return
  const key = actor.key && { key: actor.key.id }
  await audit(tx, { actor: actorOf(actor), ...act, detail: { ...act.detail, ...key } })
}

/** Tells the programs of the caller's organization which rows the transaction has written. */
export function announceRows({ tx, actor }: Pick<Ctx, 'tx' | 'actor'>): void {
  if (actor.organization) announceTo(tx, actor.organization.id)
}

/** Records an act outside of a procedure: a download by a link. */
export async function recordFor(
  tx: Tx,
  { userId, organization }: { userId: string; organization: string },
  act: Omit<AuditRecord, 'actor'>,
): Promise<void> {
  await audit(tx, { actor: { userId, organization }, ...act })
  announceTo(tx, organization)
}

function announceTo(tx: Tx, organization: string): void {
  for (const { seq, action, object } of auditedRows(tx))
    announceEvent(tx, [organization], 'audit.recorded', { seq: String(seq), action, object })
}
