/** The identity provider of an organization: read and tried before it is saved. */
import { randomUUID } from 'node:crypto'
import type { SingleSignOn, SsoOidcForm, SsoRulesForm, SsoSamlForm } from '@semblance/contract'
import { type Caller, requireAdminOrganization } from '../../core/api/service.ts'
import {
  endSessionsOutsideCompany,
  forgetConnection,
  inspectOidc,
  listWithSecondFactor,
  readSamlMetadata,
  SamlMetadataError,
} from '../../core/auth/service.ts'
import { listAdmins } from '../../core/profiles/service.ts'
import { withSystemRole } from '../../platform/database/db.ts'
import type { Ctx, Platform } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { AddressRefusedError, createAddressGuard } from '../../platform/security/address-guard.ts'
import { actorOf, audit } from '../../platform/security/audit.ts'
import { decryptField, encryptField } from '../../platform/security/field-encryption.ts'
import { guardedFetch } from '../../platform/security/guarded-fetch.ts'
import * as queries from './queries.ts'
import { readSingleSignOn } from './view.ts'

/** Holds the context of procedures that call other servers, outside any transaction. */
type Outside = { platform: Platform; caller: Caller }

export const secretPlace = (organization: string) => `sso_connections.secret:${organization}`

const guardOf = ({ config }: Platform) => createAddressGuard(config.webhookNetworks)

/** Reads the description of an OpenID Connect provider and saves it. Throws sso_provider_refused, sso_needs_domain. */
export async function saveOidc(
  { platform, caller }: Outside,
  { issuer, clientId, clientSecret: given, groupClaim }: SsoOidcForm,
): Promise<SingleSignOn> {
  const clientSecret = await caller.read(async (ctx) => {
    const organization = requireAdminOrganization(ctx)
    return await withSystemRole(ctx.tx, () => secretToUse(ctx, organization, { issuer, given }))
  })
  const settings = { issuer, clientId, clientSecret }
  const keyCount = await tried('issuer', () => inspectOidc(guardOf(platform), settings))
  return await caller.write(async (ctx) => {
    const organization = requireAdminOrganization(ctx)
    return await save(ctx, organization, {
      kind: 'oidc',
      issuer,
      client_id: clientId,
      secret_sealed: await withSystemRole(ctx.tx, () => seal(ctx, organization, clientSecret)),
      entry_point: null,
      certificates: [],
      key_count: keyCount,
      group_claim: groupClaim,
      signs_requests: false,
    })
  })
}

/** Seals a secret. Returns the present text where it is the present secret. */
async function seal(
  { tx, platform: { secrets } }: Ctx,
  organization: string,
  secret: string | null,
) {
  if (secret === null) return null
  const place = secretPlace(organization)
  const sealed = (await queries.findConnection(tx, { organization }))?.secret_sealed
  if (sealed && (await decryptField(tx, secrets, organization, place, sealed)) === secret)
    return sealed
  return await encryptField(tx, secrets, organization, place, secret)
}

/** Returns the secret that counts from now on: the given one, or the present one while the issuer stays. */
async function secretToUse(
  { tx, platform }: Ctx,
  organization: string,
  { issuer, given }: { issuer: string; given: string | null | undefined },
): Promise<string | null> {
  if (given !== undefined) return given
  const row = await queries.findConnection(tx, { organization })
  // A secret is never sent to another provider than it was entered for.
  if (row?.issuer !== issuer || row.secret_sealed === null) return null
  return await decryptField(
    tx,
    platform.secrets,
    organization,
    secretPlace(organization),
    row.secret_sealed,
  )
}

/** Reads the metadata of a SAML provider and saves it. Throws bad_input, sso_provider_refused, sso_needs_domain. */
export async function saveSaml(
  { platform, caller }: Outside,
  { metadata, metadataUrl, groupClaim, signsRequests }: SsoSamlForm,
): Promise<SingleSignOn> {
  await caller.read(async (ctx) => requireAdminOrganization(ctx))
  const guard = guardOf(platform)
  const described = await tried(metadataUrl ? 'metadataUrl' : 'metadata', async () => {
    const xml = metadata || (metadataUrl ? await fetchMetadata(platform, metadataUrl) : '')
    const found = await readSamlMetadata(xml)
    guard.check(new URL(found.entryPoint))
    return found
  })
  return await caller.write(async (ctx) =>
    save(ctx, requireAdminOrganization(ctx), {
      kind: 'saml',
      issuer: described.issuer,
      client_id: null,
      secret_sealed: null,
      entry_point: described.entryPoint,
      certificates: described.certificates,
      key_count: described.certificates.length,
      group_claim: groupClaim,
      signs_requests: signsRequests || described.wantsSignedRequests,
    }),
  )
}

async function fetchMetadata(platform: Platform, address: string): Promise<string> {
  const answer = await guardedFetch(guardOf(platform), address)
  if (!answer.ok) throw new SamlMetadataError(`The address answered ${answer.status}.`)
  return await answer.text()
}

/** Runs a try; what fails is said under the field that named the provider. */
async function tried<T>(field: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw new AppError('sso_provider_refused', { field, message: reasonOf(error) })
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof SamlMetadataError) return error.message
  if (error instanceof AddressRefusedError)
    return 'This address leads into a private network, or does not use HTTPS.'
  const cause = (error as Error).cause as NodeJS.ErrnoException | undefined
  const code = (error as NodeJS.ErrnoException).code ?? cause?.code ?? ''
  if (error instanceof Error && error.cause instanceof AddressRefusedError)
    return 'This address leads into a private network, or does not use HTTPS.'
  if (/^E(CONN|NOTFOUND|HOSTUNREACH|TIMEDOUT|AI_AGAIN)/.test(code))
    return 'The provider does not answer at this address.'
  return 'The provider answers at this address, but its description cannot be used: it is missing, names another issuer, or has no keys.'
}

type Saved = Pick<
  queries.ConnectionRow,
  | 'kind'
  | 'issuer'
  | 'client_id'
  | 'secret_sealed'
  | 'entry_point'
  | 'certificates'
  | 'key_count'
  | 'group_claim'
  | 'signs_requests'
>

/** Returns true if who has come so far comes in the same way: by the same client, or by a key of before. */
const comesAsBefore = (before: queries.ConnectionRow, saved: Saved) =>
  before.client_id === saved.client_id &&
  before.secret_sealed === saved.secret_sealed &&
  before.entry_point === saved.entry_point &&
  before.signs_requests === saved.signs_requests &&
  (saved.kind === 'oidc' || before.certificates.some((one) => saved.certificates.includes(one)))

/**
 * Saves a provider. Another issuer's people are others: what was pinned to the one before is forgotten. With
 * another client or other keys, single sign-on is no longer required until a person has come by them.
 */
async function save(ctx: Ctx, organization: string, saved: Saved): Promise<SingleSignOn> {
  const { tx, now, actor } = ctx
  await withSystemRole(tx, async () => {
    await queries.lockSettings(tx, organization)
    if (!(await queries.hasProvedDomain(tx, organization))) throw new AppError('sso_needs_domain')
    const before = await queries.findConnection(tx, { organization })
    const isSame = before?.issuer === saved.issuer && before.kind === saved.kind
    if (before && !isSame) await forgetConnection(tx, before.id)
    const id = before && isSame ? before.id : randomUUID()
    await queries.upsertConnection(tx, {
      ...{ ...saved, id, organization, read_at: now, created_at: before?.created_at ?? now },
      // A sign-in has to succeed there before it is required of all.
      ...(!(isSame && comesAsBefore(before, saved)) && { is_required: false, signed_in_at: null }),
    })
    await audit(tx, {
      actor: actorOf(actor),
      action: 'sso.save',
      object: `organization:${organization}`,
      detail: { connection: id, kind: saved.kind, isNewIssuer: !isSame },
    })
  })
  return await readSingleSignOn(ctx, organization)
}

/**
 * Changes the rules. Where single sign-on becomes required, sessions that were opened by other ways end, except
 * the caller's own and the break-glass administrator's. Throws not_found, sso_needs_sign_in, sso_needs_break_glass.
 */
export async function setRules(
  ctx: Ctx,
  organization: string,
  { isRequired, createsMembers, breakGlass }: SsoRulesForm,
): Promise<SingleSignOn> {
  const { tx, actor } = ctx
  await withSystemRole(tx, async () => {
    await queries.lockSettings(tx, organization)
    const before = await queries.findConnection(tx, { organization })
    if (!before) throw new AppError('not_found')
    if (breakGlass && !(await listAdmins(tx, organization)).includes(breakGlass))
      throw new AppError('bad_input', {
        field: 'breakGlass',
        message: 'Choose an administrator of your organization.',
      })
    if (isRequired && before.signed_in_at === null) throw new AppError('sso_needs_sign_in')
    const keepers = breakGlass ? await listWithSecondFactor(tx, [breakGlass]) : []
    if (isRequired && keepers.length === 0)
      throw new AppError('sso_needs_break_glass', { field: 'breakGlass' })
    await queries.updateConnection(tx, before.id, {
      is_required: isRequired,
      creates_members: createsMembers,
      break_glass: breakGlass,
    })
    if (isRequired && !before.is_required) await signOutOthers(ctx, organization, breakGlass)
    await audit(tx, {
      actor: actorOf(actor),
      action: 'sso.change_rules',
      object: `organization:${organization}`,
      detail: { isRequired, createsMembers, breakGlass },
    })
  })
  return await readSingleSignOn(ctx, organization)
}

/** Ends the sessions of members under the rule that were opened by other ways, except the caller's own. */
export async function signOutOthers(
  { tx, actor }: Ctx,
  organization: string,
  breakGlass: string | null,
) {
  const members = await queries.listConcerned(tx, organization)
  const leaving = members.filter((id) => id !== breakGlass)
  await endSessionsOutsideCompany(tx, leaving, actor.sessionId ?? null)
}

/** Removes the provider, with what it said about people. Throws not_found. */
export async function removeConnection(ctx: Ctx, organization: string): Promise<SingleSignOn> {
  const { tx, actor } = ctx
  await withSystemRole(tx, async () => {
    await queries.lockSettings(tx, organization)
    const row = await queries.findConnection(tx, { organization })
    if (!row) throw new AppError('not_found')
    await forgetConnection(tx, row.id)
    await queries.deleteConnection(tx, row.id)
    await audit(tx, {
      actor: actorOf(actor),
      action: 'sso.remove',
      object: `organization:${organization}`,
      detail: { connection: row.id },
    })
  })
  return await readSingleSignOn(ctx, organization)
}
