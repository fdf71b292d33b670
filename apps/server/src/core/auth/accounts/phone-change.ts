/** A phone number for the account, proven by a code sent to it. */
import { system, type Tx } from '../../../platform/database/db.ts'
import type { AuthContext } from '../context.ts'
import { AuthError } from '../errors.ts'
import {
  findUserByPhone,
  listUsersByNewPhone,
  type UserRow,
  updateUserRow,
} from '../queries/users.ts'
import { enforceLimit } from '../sign-in/rate-limits.ts'
import { textToken } from '../tokens/one-time-tokens.ts'

export async function requestPhoneChange(
  ctx: AuthContext,
  tx: Tx,
  user: UserRow,
  phone: string,
): Promise<UserRow> {
  if (!ctx.settings.sms) throw new AuthError('phone_provider_disabled')
  if (await findUserByPhone(tx, phone)) throw new AuthError('phone_exists')
  await textToken(ctx, tx, { userId: user.id, type: 'phone_change', recipient: phone })
  return await updateUserRow(tx, user.id, { new_phone: phone, phone_change_sent_at: new Date() })
}

/** Sends the code again if a change to that number is pending. The answer does not reveal it. */
export async function repeatPhoneChange(ctx: AuthContext, phone: string): Promise<void> {
  await enforceLimit(ctx, 'smsTo', phone)
  await ctx.db.transaction(system, async (tx) => {
    for (const { id } of await listUsersByNewPhone(tx, phone)) {
      await textToken(ctx, tx, { userId: id, type: 'phone_change', recipient: phone })
    }
  })
}

export async function confirmPhoneChange(tx: Tx, user: UserRow, phone: string): Promise<UserRow> {
  if (user.new_phone !== phone) throw new AuthError('otp_expired')
  const other = await findUserByPhone(tx, phone)
  if (other && other.id !== user.id) throw new AuthError('phone_exists')
  return await updateUserRow(tx, user.id, {
    phone,
    phone_confirmed_at: new Date(),
    new_phone: null,
  })
}
