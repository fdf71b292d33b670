import { canonicalJson, type OwnAuditRow, openedCommitment, readPayload } from '@semblance/contract'

/** Says how a row compares with its entry in the log, before the entry is looked up there. */
type Opened = 'fits' | 'differs' | 'closed' | 'unlogged'

/**
 * Compares a row with what its entry commits to. `closed`: the content was not given, as for acts of staff;
 * `unlogged`: the row precedes the log, or is on its way into it.
 */
export function compareWithEntry(row: OwnAuditRow): Opened {
  if (!row.leaf || row.commitment === null) return 'unlogged'
  if (!row.opening) return 'closed'
  if (openedCommitment(row.opening) !== row.commitment) return 'differs'
  const payload = readPayload(row.opening.payload)
  return payload?.type === 'audit.row' && isSame(payload.body, row) ? 'fits' : 'differs'
}

function isSame(body: Record<string, unknown>, row: OwnAuditRow): boolean {
  const { organization: _, ...detail } = (body.detail ?? {}) as Record<string, unknown>
  return (
    String(body.seq) === String(row.seq) &&
    new Date(String(body.at)).getTime() === row.at.getTime() &&
    (body.actor ?? null) === row.actor &&
    body.action === row.action &&
    body.object === row.object &&
    canonicalJson(detail) === canonicalJson(row.detail)
  )
}
