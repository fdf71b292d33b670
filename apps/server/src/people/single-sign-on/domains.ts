/** Domains of an organization: claimed by an administrator, proved by a DNS record, looked at again every day. */
import { randomBytes } from 'node:crypto'
import { maxSsoDomains, type SingleSignOn, ssoDomainGraceDays } from '@semblance/contract'
import publicMailDomains from 'email-providers/all.json' with { type: 'json' }
import { type Caller, requireAdminOrganization } from '../../core/api/service.ts'
import { notify } from '../../core/notifications/service.ts'
import { system, withSystemRole } from '../../platform/database/db.ts'
import type { Ctx, Platform } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { actorOf, audit } from '../../platform/security/audit.ts'
import { signOutOthers } from './connection.ts'
import { isRecordThere } from './domain-record.ts'
import * as queries from './queries.ts'
import { readSingleSignOn } from './view.ts'

const TOKEN_BYTES = 24
const DAY_MS = 86_400_000
/** Looks again at so many domains in one run. */
const BATCH = 200

const publicMail = new Set(publicMailDomains)

/** Claims a domain. Throws domain_public, domains_full. */
export async function addDomain(
  ctx: Ctx,
  organization: string,
  domain: string,
): Promise<SingleSignOn> {
  const { tx, now, actor } = ctx
  if (publicMail.has(domain)) throw new AppError('domain_public', { field: 'domain' })
  await withSystemRole(tx, async () => {
    await queries.lockSettings(tx, organization)
    const known = await queries.listDomains(tx, organization)
    const token = randomBytes(TOKEN_BYTES).toString('base64url')
    const row = { organization, domain, token, created_at: now }
    const same = known.find((one) => one.domain === domain)
    if (!same && known.length >= maxSsoDomains) throw new AppError('domains_full')
    const id = same?.id ?? (await queries.insertDomain(tx, row))
    await audit(tx, {
      actor: actorOf(actor),
      action: 'sso.add_domain',
      object: `domain:${id}`,
      detail: { organization },
    })
  })
  return await readSingleSignOn(ctx, organization)
}

/** Gives a domain up, but not the last proved one while single sign-on is required. Throws not_found, sso_last_domain. */
export async function removeDomain(
  ctx: Ctx,
  organization: string,
  id: string,
): Promise<SingleSignOn> {
  const { tx, actor } = ctx
  await withSystemRole(tx, async () => {
    await queries.lockSettings(tx, organization)
    const row = await queries.lockDomain(tx, organization, id)
    if (!row) throw new AppError('not_found')
    await queries.deleteDomain(tx, id)
    const connection = await queries.findConnection(tx, { organization })
    if (connection?.is_required && !(await queries.hasProvedDomain(tx, organization)))
      throw new AppError('sso_last_domain')
    await audit(tx, {
      actor: actorOf(actor),
      action: 'sso.remove_domain',
      object: `domain:${id}`,
      detail: { organization, wasProved: row.proved_at !== null },
    })
  })
  return await readSingleSignOn(ctx, organization)
}

/**
 * Looks for the record of a domain now. Of several organizations that claim one, the first to prove it has it.
 * Throws not_found, domain_record_missing, domain_unresolved, domain_taken.
 */
export async function checkDomain(
  { platform, caller }: { platform: Platform; caller: Caller },
  id: string,
): Promise<SingleSignOn> {
  const claimed = await caller.read(async (ctx) => {
    const organization = requireAdminOrganization(ctx)
    return await withSystemRole(ctx.tx, async () =>
      (await queries.listDomains(ctx.tx, organization)).find((row) => row.id === id),
    )
  })
  if (!claimed) throw new AppError('not_found')
  const isThere = await isRecordThere(platform, claimed)
  if (isThere === null) throw new AppError('domain_unresolved')
  const { view, isLost } = await caller.write(async (ctx) => {
    const organization = requireAdminOrganization(ctx)
    const { tx, now, actor } = ctx
    await withSystemRole(tx, async () => {
      await queries.lockSettings(tx, organization)
      const row = await queries.lockDomain(tx, organization, id)
      if (!row) throw new AppError('not_found')
      await queries.updateDomain(tx, id, afterLook(row, isThere, now))
      if (isThere && row.proved_at === null) await applyRule(ctx, organization)
      await audit(tx, {
        actor: actorOf(actor),
        action: isThere && row.proved_at === null ? 'sso.prove_domain' : 'sso.check_domain',
        object: `domain:${id}`,
        detail: { organization, isThere },
      })
    })
    return { view: await readSingleSignOn(ctx, organization), isLost: !isThere }
  })
  if (isLost) throw new AppError('domain_record_missing')
  return view
}

/** Ends the sessions that a domain which is proved now puts under the rule. */
async function applyRule(ctx: Ctx, organization: string): Promise<void> {
  const connection = await queries.findConnection(ctx.tx, { organization })
  if (connection?.is_required) await signOutOthers(ctx, organization, connection.break_glass)
}

/** Returns what a look changes. A proof whose record is gone ends after a week. */
function afterLook(row: queries.DomainRow, isThere: boolean, now: Date) {
  const { proved_at, missing_since } = row
  if (isThere) return { checked_at: now, proved_at: proved_at ?? now, missing_since: null }
  if (proved_at === null) return { checked_at: now }
  const since = missing_since ?? now
  const isOver = now.getTime() - since.getTime() >= ssoDomainGraceDays * DAY_MS
  return isOver
    ? { checked_at: now, proved_at: null, missing_since: null }
    : { checked_at: now, missing_since: since }
}

/**
 * Looks again at proved domains, each once a day. Name servers that do not answer change nothing: it is tried
 * again at the next run.
 */
export async function checkProvedDomains(platform: Platform, now: Date): Promise<void> {
  const before = new Date(now.getTime() - DAY_MS)
  const due = await platform.db.transaction(
    system,
    (tx) => queries.listDueDomains(tx, before, BATCH),
    'read',
  )
  for (const domain of due) {
    const isThere = await isRecordThere(platform, domain)
    if (isThere !== null) await noteLook(platform, domain, { isThere, now })
  }
}

async function noteLook(
  platform: Platform,
  { id, organization }: queries.DomainRow,
  { isThere, now }: { isThere: boolean; now: Date },
): Promise<void> {
  await platform.db.transaction(system, async (tx) => {
    const row = await queries.lockDomain(tx, organization, id)
    if (!row || row.proved_at === null) return
    const change = afterLook(row, isThere, now)
    await queries.updateDomain(tx, id, change)
    const isEnded = change.proved_at === null
    if (isEnded)
      await audit(tx, {
        actor: 'system',
        action: 'sso.lose_domain',
        object: `domain:${id}`,
        detail: { organization },
      })
    const isNews = isEnded || (!isThere && row.missing_since === null)
    if (isNews)
      await notify({ tx, platform }, { organizationId: organization, ...noticeOf(row, isEnded) })
  })
}

const noticeOf = ({ domain }: queries.DomainRow, isEnded: boolean) => ({
  audience: 'administrators' as const,
  type: 'system' as const,
  title: isEnded ? `${domain} is no longer proved` : `The DNS record of ${domain} is gone`,
  message: isEnded
    ? `Single sign-on ended for addresses at ${domain}: the record that proved it was gone for ${ssoDomainGraceDays} days. While no domain is proved, it is not required of anyone.`
    : `Set it again within ${ssoDomainGraceDays} days, or single sign-on ends for addresses at ${domain}.`,
  path: '/organization-settings/single-sign-on',
  mail: true,
})
