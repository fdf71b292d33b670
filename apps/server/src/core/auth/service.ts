/** The auth module's face to the rest of the platform. */
import type { Context } from 'hono'
import { type Tx, withSystemRole } from '../../platform/database/db.ts'
import { issueInvitation, sendInvite, sendRecovery } from './accounts/invitations.ts'
import { createConfirmedUser } from './accounts/sign-up.ts'
import { noCompanies } from './company/companies.ts'
import type { AuthContext, AuthOptions, Session } from './context.ts'
import { defaultSettings } from './settings.ts'
import { clientAddress } from './sign-in/client-address.ts'
import { openProvider } from './sign-in/providers.ts'
import { defaultLimits, type Limits, secondsToRefill, withinLimit } from './sign-in/rate-limits.ts'
import { readToken, resolveSession, verifyBearer } from './sign-in/sessions.ts'
import type { AccessClaims } from './tokens/access-tokens.ts'
import { serviceKeyOf } from './tokens/service-role.ts'
import { openKeyRing } from './tokens/signing-keys.ts'

export {
  banUser,
  createServiceUser,
  deleteUser,
  endSessionAt,
  exportAccount,
  findAccount,
  findSession,
  listSessions,
  listWithSecondFactor,
  openKeySession,
  removeFactors,
  restoreAccount,
  revokeAllSessions,
  revokeSession,
  type SessionSummary,
} from './accounts/account.ts'
export { type Companies, type CompanyConnection, domainOf } from './company/companies.ts'
export { endSessionsOutsideCompany, forgetConnection } from './company/company-accounts.ts'
export { companyCallbackUrl } from './company/company-sign-in.ts'
export { inspectOidc } from './company/oidc-connection.ts'
export { samlAddresses } from './company/saml-connection.ts'
export { readSamlMetadata, SamlMetadataError } from './company/saml-metadata.ts'
export { type AuthOptions, anonKey, type Session } from './context.ts'
export { AuthError } from './errors.ts'
export { authJobs, authSchedule } from './jobs.ts'
export { endAllSignIns } from './queries/sessions.ts'
export { authSettings } from './settings.ts'
export { networkOf } from './sign-in/client-address.ts'
export { isProofFresh, listProofMethods } from './sign-in/proofs.ts'
export type { AccessClaims } from './tokens/access-tokens.ts'
export { hashToken } from './tokens/opaque-tokens.ts'

export type Auth = {
  /** Null for the anonymous key; throws AuthError for a bearer that is no standing session. */
  verify: (bearer: string) => Promise<Session | null>
  /** Checks the token alone, without the database. Null for the anonymous key; throws AuthError. */
  readToken: (bearer: string) => Promise<AccessClaims | null>
  /** Returns the token's session; throws AuthError if it has ended. Requires the system role. */
  resolveSession: (tx: Tx, claims: AccessClaims) => Promise<Session>
  /** An account that needs no confirmation mail; runs the hooks of a sign-up. */
  createUser: (
    tx: Tx,
    user: { id?: string; email: string; password: string; metadata?: object },
  ) => Promise<{ id: string; email: string }>
  /** Mails a link to choose a new password, if there is such an account. */
  sendRecovery: (tx: Tx, email: string) => Promise<void>
  /** Mails a link to a new account; AuthError `email_exists` when the address has a confirmed one. */
  sendInvite: (tx: Tx, invite: { email: string; metadata: object }) => Promise<{ userId: string }>
  /** Returns a link for a new account and mails nothing; AuthError as `sendInvite`. */
  issueInvitation: (
    tx: Tx,
    invite: { email: string; metadata: object },
  ) => Promise<{ userId: string; link: string }>
  /** Takes one from a bucket shared by all processes. */
  withinLimit: (name: keyof Limits, subject: string) => Promise<boolean>
  /** Returns the seconds after which an empty bucket of this kind has one more. */
  secondsToRefill: (name: keyof Limits) => number
  /** Returns the caller's address as seen behind trusted proxies. */
  clientAddress: (c: Context) => string
  /** Holds the context of this module's own routes and jobs. */
  ctx: AuthContext
}

/** Makes a signing key on first use; processes may start at the same time. */
export async function createAuth(options: AuthOptions): Promise<Auth> {
  const nothing = async () => {}
  const {
    limits,
    settings = {},
    onEmailChanged = nothing,
    onNewBrowser = nothing,
    companies = noCompanies,
    ...rest
  } = options
  const { serviceKey = null, providers = [], ...chosen } = settings
  const ctx: AuthContext = {
    ...rest,
    onEmailChanged,
    onNewBrowser,
    companies,
    limits: { ...defaultLimits, ...limits },
    settings: { ...defaultSettings, ...chosen },
    serviceKey: serviceKey ?? serviceKeyOf(options.secrets),
    providers: new Map(providers.map((provider) => [provider.name, openProvider(provider)])),
    keyRing: await openKeyRing(options.db, options.secrets),
  }
  return {
    verify: (bearer) => verifyBearer(ctx, bearer),
    readToken: (bearer) => readToken(ctx, bearer),
    resolveSession: (tx, claims) => resolveSession(ctx, tx, claims),
    createUser: (tx, user) => createConfirmedUser(ctx, tx, user),
    sendRecovery: (tx, email) => withSystemRole(tx, () => sendRecovery(ctx, tx, email)),
    sendInvite: (tx, invite) => withSystemRole(tx, () => sendInvite(ctx, tx, invite)),
    issueInvitation: (tx, invite) => withSystemRole(tx, () => issueInvitation(ctx, tx, invite)),
    clientAddress: (c) => clientAddress(c, ctx.settings.trustedProxies),
    withinLimit: (name, subject) => withinLimit(ctx, name, subject),
    secondsToRefill: (name) => secondsToRefill(ctx, name),
    ctx,
  }
}
