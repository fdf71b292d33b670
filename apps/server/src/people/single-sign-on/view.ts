/** Single sign-on of an organization as its administrators see it. */
import { X509Certificate } from 'node:crypto'
import type { SingleSignOn, SsoConnection, SsoDomain } from '@semblance/contract'
import { companyCallbackUrl, listWithSecondFactor, samlAddresses } from '../../core/auth/service.ts'
import { listAdmins } from '../../core/profiles/service.ts'
import { withSystemRole } from '../../platform/database/db.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { recordName, recordText } from './domain-record.ts'
import { listGroupRoles } from './group-queries.ts'
import * as queries from './queries.ts'
import { findToken, listHeld } from './scim/queries.ts'
import { isReplaced } from './scim/replaced.ts'

export async function readSingleSignOn(ctx: Ctx, organization: string): Promise<SingleSignOn> {
  const { tx, platform } = ctx
  return await withSystemRole(tx, async () => {
    const domains = await queries.listDomains(tx, organization)
    const connection = await queries.findConnection(tx, { organization })
    return {
      domains: domains.map(toDomain),
      connection: connection ? toConnection(connection) : null,
      ours: oursAt(platform.config.publicUrl, organization),
      groups: await listGroupRoles(tx, organization),
      directory: await directoryOf(tx, organization),
      held: await listWaiting(tx, organization),
      administrators: await listAdministrators(ctx, organization),
      memberCount: await queries.countConcerned(tx, organization),
    }
  })
}

const toDomain = (row: queries.DomainRow): SsoDomain => ({
  id: row.id,
  domain: row.domain,
  recordName: recordName(row.domain),
  recordText: recordText(row.token),
  provedAt: row.proved_at,
  checkedAt: row.checked_at,
  missingSince: row.missing_since,
})

const toConnection = (row: queries.ConnectionRow): SsoConnection => ({
  kind: row.kind === 'saml' ? 'saml' : 'oidc',
  issuer: row.issuer,
  clientId: row.client_id,
  hasSecret: row.secret_sealed !== null,
  entryPoint: row.entry_point,
  certificates: row.certificates.map(toCertificate),
  keyCount: row.key_count,
  readAt: row.read_at,
  groupClaim: row.group_claim,
  signsRequests: row.signs_requests,
  isRequired: row.is_required,
  createsMembers: row.creates_members,
  breakGlass: row.break_glass,
  signedInAt: row.signed_in_at,
})

function toCertificate(pem: string): SsoConnection['certificates'][number] {
  const { fingerprint256, validToDate } = new X509Certificate(pem)
  return { fingerprint: fingerprint256.replaceAll(':', '').toLowerCase(), validUntil: validToDate }
}

function oursAt(site: string, organization: string): SingleSignOn['ours'] {
  const { issuer, callbackUrl } = samlAddresses(site, organization)
  return {
    redirectUrl: companyCallbackUrl(site, organization),
    entityId: issuer,
    acsUrl: callbackUrl,
    metadataUrl: `${issuer}/metadata`,
    certificatesUrl: `${site}/auth/v1/sso/saml/certificates.pem`,
    scimUrl: `${site}/scim/v2`,
  }
}

async function listWaiting(tx: Ctx['tx'], organization: string): Promise<SingleSignOn['held']> {
  const waiting: SingleSignOn['held'] = []
  for (const row of await listHeld(tx, organization))
    waiting.push({
      id: row.id,
      email: row.email,
      isReplaced: await isReplaced(tx, organization, row),
    })
  return waiting
}

async function directoryOf(tx: Ctx['tx'], organization: string) {
  const token = await findToken(tx, organization)
  return token ? { madeAt: token.made_at, usedAt: token.used_at } : null
}

async function listAdministrators({ tx }: Ctx, organization: string) {
  const names = await queries.listNames(tx, await listAdmins(tx, organization))
  const ids = names.map((row) => row.user_id)
  const withFactor = new Set(await listWithSecondFactor(tx, ids))
  return names.map(({ user_id: id, name, email }) => ({
    id,
    name: name || email,
    hasSecondFactor: withFactor.has(id),
  }))
}
