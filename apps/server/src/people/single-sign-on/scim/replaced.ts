import type { Tx } from '../../../platform/database/db.ts'
import { isUserNamed, type UserRow } from './queries.ts'

/** Returns true for a deleted user whose name another user of the directory has. */
export const isReplaced = async (
  tx: Tx,
  organization: string,
  { id, user_name: name, removed_at: removedAt }: UserRow,
): Promise<boolean> => removedAt !== null && (await isUserNamed(tx, organization, name, id))
