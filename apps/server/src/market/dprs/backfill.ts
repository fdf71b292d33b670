/** Dates requests, invitations and questions in the past, for the sample marketplace. Requires the system role. */
import type { Tx } from '../../platform/database/db.ts'

export async function backdateDpr(tx: Tx, id: string, at: Date): Promise<void> {
  await tx.updateTable('dprs').set({ created_at: at }).where('id', '=', id).execute()
}

export async function backdateQuestion(tx: Tx, id: string, at: Date): Promise<void> {
  await tx.updateTable('dpr_questions').set({ created_at: at }).where('id', '=', id).execute()
}

export async function backdateInvitation(
  tx: Tx,
  { dprId, vendor }: { dprId: string; vendor: string },
  at: Date,
): Promise<void> {
  await tx
    .updateTable('dpr_invitations')
    .set({ created_at: at })
    .where('dpr_id', '=', dprId)
    .where('vendor', '=', vendor)
    .execute()
}
