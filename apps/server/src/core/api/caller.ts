/** Resolves who calls, and runs transactions under the caller's role and claims. */
import { isOfSide, type KeyAccess, type Needs } from '@semblance/contract'
import type { Context } from 'hono'
import { type Claims, setRole, system, type Tx } from '../../platform/database/db.ts'
import type { Actor, Ctx, Platform, SystemCtx } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { type AccessClaims, type Auth, AuthError, type Session } from '../auth/service.ts'
import {
  claimsOfKnownKey,
  looksLikeKey,
  noteUse,
  type PresentedKey,
  presentKey,
} from '../keys/service.ts'
import { resolveActor, resolveMember } from '../profiles/service.ts'

/** Describes what of the accounts a caller is resolved by. */
export type CallerAuth = Pick<Auth, 'readToken' | 'resolveSession' | 'clientAddress'>

/** Runs transactions for the caller of one HTTP request, each under its role and claims. */
export type Caller = {
  /** Has the database refuse every change. The reads of one request look the caller up once. */
  read: <T>(work: (ctx: Ctx) => Promise<T>) => Promise<T>
  /** Looks the caller up in the transaction of the change. */
  write: <T>(work: (ctx: Ctx) => Promise<T>) => Promise<T>
  /** Returns the caller's session, null for a visitor, also while it awaits its second factor. */
  readSession: () => Promise<Session | null>
  /** Returns true without a session or a key, false for one that need not stand. Throws session_ended for a bearer that is none. */
  isVisitor: () => Promise<boolean>
  /** Returns the same caller for a call that needs this of a key, and one of these permissions of a member. */
  needing: (access: KeyAccess, needs?: Needs) => Caller
}

/** Holds who calls, looked up; `key` if by a key. */
type Known = { session: Session | null; actor: Actor; key: PresentedKey | null }

/** Names the credential of a request, and where it came from. */
export type Credential = { authorization: string | undefined; address: string }

/** Returns the bearer and the network address of a request. */
export const credentialOf = (c: Context, auth: Pick<Auth, 'clientAddress'>): Credential => ({
  authorization: c.req.header('authorization'),
  address: auth.clientAddress(c),
})

/**
 * Returns the caller named by the credential, or a visitor without one; keys may do nothing until
 * `needing` says what the call needs of them. Each request asks the database whether the session stands:
 * throws session_ended, second_factor_needed, key_invalid, address_not_allowed, scope_missing, role_missing.
 */
export function openCaller(platform: Platform, auth: CallerAuth, credential: Credential): Caller {
  const { db, config } = platform
  const contextOf = (tx: Tx, actor: Actor): Ctx => ({ tx, actor, now: new Date(), platform })
  const keyText = keyOf(credential)
  let token: Promise<AccessClaims | null> | undefined
  const readToken = () =>
    (token ??= keyText
      ? Promise.resolve(null)
      : readAuthorization(credential.authorization, auth.readToken))
  const resolve = async (tx: Tx): Promise<Known> => {
    if (keyText) return await resolveKey(tx, keyText)
    const claims = await readToken()
    if (!claims) return { session: null, actor: await resolveActor(tx, null, config), key: null }
    const session = auth.resolveSession(tx, claims).catch(refuseSession).then(checkFactor)
    const actor = await resolveMember(tx, claims.sub, session, config)
    return { session: await session, actor, key: null }
  }
  const resolveKey = async (tx: Tx, text: string): Promise<Known> => {
    const presented = presentKey(tx, text, credential.address)
    const claims = claimsOfKnownKey(text) ?? (await presented).claims
    const standing = auth.resolveSession(tx, claims).catch(refuseKey).then(checkFactor)
    const member = resolveMember(tx, claims.sub, standing, config)
    const [key, session, actor] = await Promise.all([presented, standing, member])
    return { session, actor: { ...actor, key }, key }
  }
  let reader: Promise<Known> | undefined
  const findReader = () =>
    (reader ??= readToken().then(() => db.transaction(system, resolve, 'read')))
  const callerFor = (access: KeyAccess, needs: Needs = 'own'): Caller => ({
    read: async (work) => {
      const actor = admit(platform, await findReader(), access, needs)
      return await db.transaction(claimsOf(actor), (tx) => work(contextOf(tx, actor)), 'read')
    },
    write: async (work) => {
      await readToken()
      return await db.transaction(system, async (tx) => {
        const actor = admit(platform, await resolve(tx), access, needs)
        setRole(tx, claimsOf(actor))
        return await work(contextOf(tx, actor))
      })
    },
    readSession: async () => {
      if (keyText) {
        const known = await findReader()
        admit(platform, known, access, needs)
        return known.session
      }
      const claims = await readToken()
      if (!claims) return null
      const find = (tx: Tx) => auth.resolveSession(tx, claims).catch(refuseSession)
      return await db.transaction(system, find, 'read')
    },
    isVisitor: async () => !keyText && (await readToken()) === null,
    needing: callerFor,
  })
  return callerFor('never')
}

/** Returns the actor whose call this is; notes the use of a key, and throws scope_missing, role_missing. */
function admit(platform: Platform, { actor, key }: Known, access: KeyAccess, needs: Needs): Actor {
  if (key) {
    noteUse(platform, key)
    checkScope(key, access)
  }
  requirePermission(actor, needs)
  return actor
}

/**
 * Checks that a member may do one of these. Leaves to the procedure's own guards who acts for no
 * organization, or for one that is not on that side of the market, and what only administrators do.
 * Throws role_missing.
 */
export function requirePermission(
  { organization, may }: Pick<Actor, 'organization' | 'may'>,
  needs: Needs,
): void {
  if (!organization || needs === 'own' || needs.includes('administer')) return
  const useful = needs.filter((permission) => isOfSide(permission, organization))
  if (useful.length > 0 && !useful.some((permission) => may.includes(permission)))
    throw new AppError('role_missing')
}

/** Throws scope_missing, whose field names the scope. */
function checkScope(key: PresentedKey, access: KeyAccess): void {
  if (access === 'any') return
  if (access === 'never')
    throw new AppError('scope_missing', { message: 'No key may do this; people do it signed in.' })
  if (!key.scopes.includes(access))
    throw new AppError('scope_missing', {
      field: access,
      message: `This key may not do this: it lacks the scope ${access}.`,
    })
}

function checkFactor(session: Session): Session {
  if (session.awaitsSecondFactor) throw new AppError('second_factor_needed')
  return session
}

function refuseSession(error: unknown): never {
  throw error instanceof AuthError ? new AppError('session_ended') : error
}

function refuseKey(error: unknown): never {
  throw error instanceof AuthError ? new AppError('key_invalid') : error
}

function claimsOf({ userId, organization, readsAs, roles, may, isStaff }: Actor): Claims {
  const organizations = [organization?.id, readsAs.client, readsAs.vendor]
  return {
    role: userId ? 'authenticated' : 'anon',
    sub: userId ?? undefined,
    org_ids: [...new Set(organizations.filter((id) => id != null))],
    admin_org_id: roles.includes('admin') ? organization?.id : undefined,
    is_staff: isStaff,
    may,
  }
}

/**
 * Runs one transaction as the session's user, with the organizations that user acts for. Throws
 * second_factor_needed while the session awaits a second factor, role_missing.
 */
export async function withCallerTransaction<T>(
  platform: Platform,
  session: Session | null,
  work: (ctx: Ctx) => Promise<T>,
  needs: Needs = 'own',
): Promise<T> {
  if (session) checkFactor(session)
  return await platform.db.transaction(system, async (tx) => {
    const actor = await resolveActor(tx, session, platform.config)
    requirePermission(actor, needs)
    setRole(tx, claimsOf(actor))
    return await work({ tx, actor, now: new Date(), platform })
  })
}

/**
 * Goes on in a transaction of the system as a member who has stated rules, with what that member may do now; null if it
 * acts for no organization any more.
 */
export async function actByRulesOf(
  { tx, now, platform }: SystemCtx,
  userId: string,
): Promise<Ctx | null> {
  const member = await resolveMember(tx, userId, { userId, email: null }, platform.config)
  if (!member.organization) return null
  const actor: Actor = { ...member, byRules: true }
  setRole(tx, claimsOf(actor))
  return { tx, now, platform, actor }
}

/**
 * Returns the session of a request's bearer, or null for a visitor, for a call that needs this of a key.
 * Throws as `openCaller` does.
 */
export async function readBearer(
  platform: Platform,
  auth: CallerAuth,
  c: Context,
  access: KeyAccess,
): Promise<Session | null> {
  return await openCaller(platform, auth, credentialOf(c, auth)).needing(access).readSession()
}

const withoutScheme = (authorization: string) => authorization.replace(/^bearer\s+/i, '')

/** Returns the key of a request, null if it carries another bearer or none. */
function keyOf({ authorization }: Credential): string | null {
  const bearer = withoutScheme(authorization ?? '')
  return looksLikeKey(bearer) ? bearer : null
}

async function readAuthorization<T>(
  authorization: string | undefined,
  read: (bearer: string) => Promise<T | null>,
): Promise<T | null> {
  if (!authorization) return null
  return await read(withoutScheme(authorization)).catch(refuseSession)
}
