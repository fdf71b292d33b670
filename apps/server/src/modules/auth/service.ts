/** The auth module's face to the rest of the platform. */
import type { Context } from 'hono'
import { asSystem, type Tx } from '../../platform/db.ts'
import { clientAddress } from './client-address.ts'
import type { AuthContext, AuthOptions, Session } from './context.ts'
import { sendInvite, sendRecovery } from './invitations.ts'
import { openProvider } from './providers.ts'
import { defaultLimits, type Limits, withinLimit } from './rate-limits.ts'
import { serviceKeyOf } from './service-role.ts'
import { verifyBearer } from './sessions.ts'
import { defaultSettings } from './settings.ts'
import { createConfirmedUser } from './sign-up.ts'
import { openKeyRing } from './signing-keys.ts'

export {
  banUser,
  deleteUser,
  exportAccount,
  findSession,
  listSessions,
  removeFactors,
  restoreAccount,
  revokeAllSessions,
  revokeSession,
  type SessionSummary,
} from './account.ts'
export { type AuthOptions, anonKey, type Session } from './context.ts'
export { AuthError } from './errors.ts'
export { authJobs, authSchedule } from './jobs.ts'
export { authSettings } from './settings.ts'

export type Auth = {
  /** Null for the anonymous key; throws AuthError for a bearer that is no standing session. */
  verify: (bearer: string) => Promise<Session | null>
  /** An account that needs no confirmation mail; runs the hooks of a sign-up. */
  createUser: (
    tx: Tx,
    user: { id?: string; email: string; password: string; metadata?: object },
  ) => Promise<{ id: string; email: string }>
  /** Mails a link to choose a new password, if there is such an account. */
  sendRecovery: (tx: Tx, email: string) => Promise<void>
  /** Mails a link to a new account; AuthError `email_exists` when the address has a confirmed one. */
  sendInvite: (tx: Tx, invite: { email: string; metadata: object }) => Promise<{ userId: string }>
  /** Takes one from a bucket shared by all processes. */
  withinLimit: (name: keyof Limits, subject: string) => Promise<boolean>
  /** Of the caller, behind the proxies that are trusted. */
  clientAddress: (c: Context) => string
  /** For this module's own routes and jobs. */
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
    ...rest
  } = options
  const { serviceKey = null, providers = [], ...chosen } = settings
  const ctx: AuthContext = {
    ...rest,
    onEmailChanged,
    onNewBrowser,
    limits: { ...defaultLimits, ...limits },
    settings: { ...defaultSettings, ...chosen },
    serviceKey: serviceKey ?? serviceKeyOf(options.secrets),
    providers: new Map(providers.map((provider) => [provider.name, openProvider(provider)])),
    keyRing: await openKeyRing(options.db, options.secrets),
  }
  return {
    verify: (bearer) => verifyBearer(ctx, bearer),
    createUser: (tx, user) => createConfirmedUser(ctx, tx, user),
    sendRecovery: (tx, email) => asSystem(tx, () => sendRecovery(ctx, tx, email)),
    sendInvite: (tx, invite) => asSystem(tx, () => sendInvite(ctx, tx, invite)),
    clientAddress: (c) => clientAddress(c, ctx.settings.trustedProxies),
    withinLimit: (name, subject) => withinLimit(ctx, name, subject),
    ctx,
  }
}
