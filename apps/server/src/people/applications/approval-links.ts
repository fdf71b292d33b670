/** Links of approval mails: each opens one sign-up, and proves the address that it was sent to. */
import { createHash, randomBytes } from 'node:crypto'
import { signUpMetadata } from '@semblance/contract'
import { listAdmins } from '../../core/profiles/service.ts'
import { type Tx, withSystemRole } from '../../platform/database/db.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { claimLink, findLink, insertLink } from './approval-link-queries.ts'

const LINK_DAYS = 14
const DAY_MS = 86_400_000

const sha256Of = (token: string) => createHash('sha256').update(token).digest()

type Approved = { organization: string; email: string; contact_person: string }

/** Issues a link to the sign-up of the person who applied. Requires the system role. */
export async function issueApprovalLink(ctx: Ctx, approved: Approved): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await insertLink(ctx.tx, {
    ...approved,
    token_sha256: sha256Of(token),
    expires_at: new Date(ctx.now.getTime() + LINK_DAYS * DAY_MS),
  })
  return `${ctx.platform.config.publicUrl}/auth?tab=sign-up#approval=${token}`
}

/**
 * Returns what the sign-up of a link is filled in with. Throws approval_link_closed for one that was used,
 * has expired, belongs to a stopped organization, or was invented.
 */
export async function readApprovalLink(ctx: Ctx, token: string) {
  return await withSystemRole(ctx.tx, async () => {
    const row = await findLink(ctx.tx, sha256Of(token), ctx.now)
    if (!row) throw new AppError('approval_link_closed')
    return {
      businessName: row.name,
      organizationId: row.organization_id,
      email: row.email,
      contactPerson: row.contact_person,
      isFirst: (await listAdmins(ctx.tx, row.organization)).length === 0,
    }
  })
}

/**
 * Uses up the link that a sign-up names, which proves the address that it was sent to. Returns false
 * without one; throws approval_link_closed for a link of another address or organization, or of no more
 * use. Requires the system role.
 */
export async function provesAddress(
  tx: Tx,
  { email, metadata }: { email: string; metadata: object },
): Promise<boolean> {
  const { approval, organization_id: organizationId = '' } =
    signUpMetadata.safeParse(metadata).data ?? {}
  if (approval === undefined) return false
  const claim = { sha256: sha256Of(approval), email, organizationId, now: new Date() }
  if (!(await claimLink(tx, claim))) throw new AppError('approval_link_closed')
  return true
}
