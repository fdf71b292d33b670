/** The token of a directory, and what an administrator decides about deactivations that wait. */
import { randomBytes } from 'node:crypto'
import type { NewDirectoryToken, SingleSignOn } from '@semblance/contract'
import { hashToken } from '../../../core/auth/service.ts'
import { type Tx, withSystemRole } from '../../../platform/database/db.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { AppError } from '../../../platform/http/errors.ts'
import { actorOf, audit } from '../../../platform/security/audit.ts'
import { hasProvedDomain, lockSettings } from '../queries.ts'
import { readSingleSignOn } from '../view.ts'
import { endMembership, isReplaceable } from './access.ts'
import * as queries from './queries.ts'
import { isReplaced } from './replaced.ts'

const TOKEN_BYTES = 32

/** Makes a token in place of the one before, which ends now. Throws sso_needs_domain. */
export async function makeToken(ctx: Ctx, organization: string): Promise<NewDirectoryToken> {
  const { tx } = ctx
  const token = `scim_${randomBytes(TOKEN_BYTES).toString('base64url')}`
  await withSystemRole(tx, async () => {
    await lockSettings(tx, organization)
    if (!(await hasProvedDomain(tx, organization))) throw new AppError('sso_needs_domain')
    await queries.putToken(tx, organization, hashToken(token))
    await record(ctx, 'directory.make_token', organization)
  })
  return { token, settings: await readSingleSignOn(ctx, organization) }
}

/** Finds the active organization whose directory has the token of a hash, locked against other changes for a `change`. */
export async function findOrganization(
  tx: Tx,
  hash: string,
  purpose: 'read' | 'change',
): Promise<string | undefined> {
  const organization = await queries.findByToken(tx, hash)
  if (organization && purpose === 'change') await lockSettings(tx, organization)
  return organization
}

/** Ends the token. Members stay. */
export async function removeToken(ctx: Ctx, organization: string): Promise<SingleSignOn> {
  await withSystemRole(ctx.tx, async () => {
    await queries.deleteToken(ctx.tx, organization)
    await record(ctx, 'directory.remove_token', organization)
  })
  return await readSingleSignOn(ctx, organization)
}

/** Ends the memberships that wait, or keeps them. Keeps the last administrator and the break-glass administrator. */
export async function settleHeld(
  ctx: Ctx,
  organization: string,
  { isConfirmed }: { isConfirmed: boolean },
): Promise<SingleSignOn> {
  const { tx } = ctx
  await withSystemRole(tx, async () => {
    await lockSettings(tx, organization)
    const held = await queries.lockHeld(tx, organization)
    for (const row of held) {
      const { id, user_id: userId } = row
      const isEnding =
        isConfirmed && userId !== null && (await isReplaceable(tx, organization, userId))
      if (isEnding) await endMembership(tx, organization, { id, userId })
      else await keep(tx, organization, row)
    }
    await record(ctx, isConfirmed ? 'directory.confirm' : 'directory.keep', organization)
  })
  return await readSingleSignOn(ctx, organization)
}

/**
 * Lets a member stay. A user that the directory has deleted is there again, unless the directory has given its
 * name to another one: then the member stays without it.
 */
async function keep(tx: Tx, organization: string, row: queries.UserRow): Promise<void> {
  const isRenamed = await isReplaced(tx, organization, row)
  const removed = isRenamed ? row.removed_at : null
  await queries.updateUser(tx, row.id, { is_active: true, held_at: null, removed_at: removed })
}

async function record(
  { tx, actor }: Ctx,
  action:
    | 'directory.make_token'
    | 'directory.remove_token'
    | 'directory.confirm'
    | 'directory.keep',
  organization: string,
): Promise<void> {
  await audit(tx, { actor: actorOf(actor), action, object: `organization:${organization}` })
}
