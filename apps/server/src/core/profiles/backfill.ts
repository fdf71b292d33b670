import type { Tx } from '../../platform/database/db.ts'

/** Dates a person's account and membership in the past, for the sample marketplace. Requires the system role. */
export async function backdateProfile(tx: Tx, userId: string, since: Date): Promise<void> {
  await tx
    .updateTable('profiles')
    .set({ created_at: since, joined_at: since })
    .where('user_id', '=', userId)
    .execute()
}
