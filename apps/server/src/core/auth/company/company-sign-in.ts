/** A visit to the provider of a company, from /sso to its own callback or, by SAML, to /sso/finish. */
import { randomUUID } from 'node:crypto'
import { system } from '../../../platform/database/db.ts'
import { issuePkceCode } from '../accounts/verification.ts'
import type { AuthContext, Caller } from '../context.ts'
import { AuthError } from '../errors.ts'
import { findOpenFlow, insertFlow, saveAnswer } from '../queries/oauth-flows.ts'
import { openSession, type WireSession } from '../sign-in/sessions.ts'
import { type Flow, identityOf } from '../sign-in/social-sign-in.ts'
import { hashToken, newToken } from '../tokens/opaque-tokens.ts'
import { type CompanyConnection, connectionOf, providerOf } from './companies.ts'
import { type CompanyPerson, userOfCompany } from './company-accounts.ts'
import { finishOidc, hostedDomainOf, type OidcSecrets, startOidc } from './oidc-connection.ts'
import { finishSaml, type SamlSecrets, startSaml } from './saml-connection.ts'
import { readSamlKeys } from './saml-keys.ts'

const FLOW_LIFE_MS = 600_000
const SEAL = 'auth.sso-flows'
const ANSWER_SEAL = 'auth.sso-answers'

/** Returns our address for the answers of a company's provider, which no other company's provider may answer at. */
export const companyCallbackUrl = (site: string, key: string) =>
  `${site}/auth/v1/sso/oidc/${key}/callback`

export type CompanyVisit = {
  /** Holds the domain of the person's address, in lower case. */
  domain: string
  /** Already checked against the site. */
  redirectTo: string
  codeChallenge: string | null
  browserToken: string | null
}

/**
 * Begins a visit. The answer depends on the domain alone, never on whether there is an account. Throws
 * sso_provider_not_found, sso_unavailable.
 */
export async function startCompanyVisit(
  ctx: AuthContext,
  { domain, ...visit }: CompanyVisit,
): Promise<{ url: string; browserToken: string }> {
  const connection = await ctx.db.transaction(
    system,
    (tx) => ctx.companies.findConnection(tx, { domain }),
    'read',
  )
  if (!connection) throw new AuthError('sso_provider_not_found')
  const state = randomUUID()
  const { url, secrets } = await leaveFor(ctx, connection, state)
  const browserToken = visit.browserToken ?? newToken()
  await ctx.db.transaction(system, (tx) =>
    insertFlow(tx, {
      stateHash: hashToken(state),
      provider: providerOf(connection.id),
      browserHash: hashToken(browserToken),
      secretsSealed: ctx.secrets.seal(SEAL, JSON.stringify(secrets)),
      redirectTo: visit.redirectTo,
      codeChallenge: visit.codeChallenge,
      linking: null,
      expiresAt: new Date(Date.now() + FLOW_LIFE_MS),
    }),
  )
  return { url, browserToken }
}

async function leaveFor(ctx: AuthContext, connection: CompanyConnection, state: string) {
  const { guard } = ctx.companies
  try {
    if (connection.kind === 'saml') {
      const keys = connection.signsRequests ? await readSamlKeys(ctx, new Date()) : undefined
      const visit = { state, privateKey: keys?.privateKey }
      return await startSaml(ctx.publicUrl, connection, visit)
    }
    const callbackUrl = companyCallbackUrl(ctx.publicUrl, connection.audienceKey)
    const visit = { callbackUrl, state }
    return await startOidc(guard, connection, visit)
  } catch (error) {
    ctx.log.warn({ err: error, connection: connection.id }, 'provider of a company is away')
    throw new AuthError('sso_unavailable')
  }
}

/** Ends a visit by OpenID Connect. Throws sso_failed, and what `userOfCompany` does. */
export async function finishOidcVisit(
  ctx: AuthContext,
  flow: Flow,
  { audienceKey, parameters }: { audienceKey: string; parameters: URLSearchParams },
  caller: Caller,
): Promise<CompanyArrived> {
  const connection = await connectionFor(ctx, flow.provider)
  // The answer of another company's provider is none to this visit.
  if (connection.kind !== 'oidc' || connection.audienceKey !== audienceKey)
    throw new AuthError('sso_failed')
  const secrets = JSON.parse(ctx.secrets.open(SEAL, flow.secrets_sealed)) as OidcSecrets
  let person: CompanyPerson
  let hosted: string | null | undefined
  try {
    const callbackUrl = companyCallbackUrl(ctx.publicUrl, audienceKey)
    const answer = { callbackUrl, parameters, secrets }
    const claims = await finishOidc(ctx.companies.guard, connection, answer)
    hosted = hostedDomainOf(connection, claims)
    const groups = [claims[connection.groupClaim] ?? []].flat()
    person = { ...identityOf(flow.provider, claims), groups: groups.filter(isText) }
  } catch (error) {
    ctx.log.warn({ err: error, connection: connection.id }, 'sign-in at a company failed')
    throw new AuthError('sso_failed')
  }
  if (hosted !== undefined) await requireOwn(ctx, connection.id, hosted)
  return await arrive(ctx, flow, connection.id, { person, caller })
}

/** Refuses a domain that is not proved by the connection's company. Throws sso_domain_mismatch. */
async function requireOwn(ctx: AuthContext, id: string, domain: string | null): Promise<void> {
  const owner =
    domain === null
      ? null
      : await ctx.db.transaction(
          system,
          (tx) => ctx.companies.findConnection(tx, { domain }),
          'read',
        )
  if (owner?.id !== id) throw new AuthError('sso_domain_mismatch')
}

/**
 * Takes a SAML response, which comes without the browser's cookie, for the visit whose state it names. The browser
 * is then sent to `/sso/finish`. Throws bad_oauth_state, sso_failed.
 */
export async function takeSamlResponse(
  ctx: AuthContext,
  answer: { audienceKey: string; state: string; response: string },
): Promise<void> {
  const stateHash = hashToken(answer.state)
  const flow = await ctx.db.transaction(system, (tx) => findOpenFlow(tx, stateHash), 'read')
  if (!flow) throw new AuthError('bad_oauth_state')
  const connection = await connectionFor(ctx, flow.provider)
  if (connection.kind !== 'saml' || connection.audienceKey !== answer.audienceKey)
    throw new AuthError('sso_failed')
  const secrets = JSON.parse(ctx.secrets.open(SEAL, flow.secrets_sealed)) as SamlSecrets
  let person: CompanyPerson
  try {
    const { response } = answer
    const found = await finishSaml(ctx.publicUrl, connection, { response, secrets })
    const claims = {
      sub: found.subject,
      email: found.email,
      email_verified: true, // a company's provider speaks for the domains that the company has proved
      given_name: found.firstName,
      family_name: found.lastName,
    }
    person = { ...identityOf(flow.provider, claims), groups: found.groups }
  } catch (error) {
    ctx.log.warn({ err: error, connection: connection.id }, 'SAML response refused')
    throw new AuthError('sso_failed')
  }
  const sealed = ctx.secrets.seal(ANSWER_SEAL, JSON.stringify(person))
  const isFirst = await ctx.db.transaction(system, (tx) => saveAnswer(tx, stateHash, sealed))
  if (!isFirst) throw new AuthError('flow_state_already_used')
}

/** Ends a visit by SAML in the browser that began it. Throws sso_failed, and what `userOfCompany` does. */
export async function finishSamlVisit(
  ctx: AuthContext,
  flow: Flow,
  caller: Caller,
): Promise<CompanyArrived> {
  const connection = await connectionFor(ctx, flow.provider)
  const sealed = flow.answer_sealed
  if (connection.kind !== 'saml' || sealed === null) throw new AuthError('sso_failed')
  const person = JSON.parse(ctx.secrets.open(ANSWER_SEAL, sealed)) as CompanyPerson
  return await arrive(ctx, flow, connection.id, { person, caller })
}

async function connectionFor(ctx: AuthContext, provider: string): Promise<CompanyConnection> {
  const id = connectionOf(provider)
  const found =
    id === null
      ? null
      : await ctx.db.transaction(system, (tx) => ctx.companies.findConnection(tx, { id }), 'read')
  if (!found) throw new AuthError('sso_failed')
  return found
}

const isText = (value: unknown): value is string => typeof value === 'string'

export type CompanyArrived = { code: string } | { session: WireSession }

async function arrive(
  ctx: AuthContext,
  flow: Flow,
  connectionId: string,
  { person, caller }: { person: CompanyPerson; caller: Caller },
): Promise<CompanyArrived> {
  return await ctx.db.transaction(system, async (tx) => {
    const user = await userOfCompany(ctx, tx, connectionId, person)
    const codeChallenge = flow.code_challenge
    if (!codeChallenge)
      return { session: await openSession(ctx, tx, user, { method: 'sso', caller }) }
    return { code: await issuePkceCode(ctx, tx, { userId: user.id, method: 'sso', codeChallenge }) }
  })
}
