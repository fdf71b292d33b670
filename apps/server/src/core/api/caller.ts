/** Resolves who calls, and runs transactions under the caller's role and claims. */
import { type Claims, setRole, system, type Tx } from '../../platform/database/db.ts'
import type { Actor, Ctx, Platform } from '../../platform/http/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { type AccessClaims, type Auth, AuthError, type Session } from '../auth/service.ts'
import { resolveActor, resolveMember } from '../profiles/service.ts'

/** Describes what of the accounts a caller is resolved by. */
export type CallerAuth = Pick<Auth, 'readToken' | 'resolveSession'>

/** Runs transactions for the caller of one HTTP request, each under its role and claims. */
export type Caller = {
  /** Has the database refuse every change. The reads of one request look the caller up once. */
  read: <T>(work: (ctx: Ctx) => Promise<T>) => Promise<T>
  /** Looks the caller up in the transaction of the change. */
  write: <T>(work: (ctx: Ctx) => Promise<T>) => Promise<T>
  /** Returns the caller's session, null for a visitor, also while it awaits its second factor. */
  readSession: () => Promise<Session | null>
}

/**
 * Returns the caller named by the header, or a visitor without one. Each request asks the database
 * whether the session stands: throws session_ended, second_factor_needed.
 */
export function openCaller(
  platform: Platform,
  auth: CallerAuth,
  authorization: string | undefined,
): Caller {
  const { db, config } = platform
  const contextOf = (tx: Tx, actor: Actor): Ctx => ({ tx, actor, now: new Date(), platform })
  let token: Promise<AccessClaims | null> | undefined
  const readToken = () => (token ??= readAuthorization(authorization, auth.readToken))
  const resolveSession = (tx: Tx, claims: AccessClaims) =>
    auth.resolveSession(tx, claims).catch(refuseSession)
  const resolve = async (tx: Tx, claims: AccessClaims | null) => {
    if (!claims) return await resolveActor(tx, null, config)
    const session = resolveSession(tx, claims).then(checkFactor)
    return await resolveMember(tx, claims.sub, session, config)
  }
  let reader: Promise<Actor> | undefined
  const findReader = () =>
    (reader ??= readToken().then((claims) =>
      db.transaction(system, (tx) => resolve(tx, claims), 'read'),
    ))
  return {
    read: async (work) => {
      const actor = await findReader()
      return await db.transaction(claimsOf(actor), (tx) => work(contextOf(tx, actor)), 'read')
    },
    write: async (work) => {
      const claims = await readToken()
      return await db.transaction(system, async (tx) => {
        const actor = await resolve(tx, claims)
        setRole(tx, claimsOf(actor))
        return await work(contextOf(tx, actor))
      })
    },
    readSession: async () => {
      const claims = await readToken()
      return claims && (await db.transaction(system, (tx) => resolveSession(tx, claims), 'read'))
    },
  }
}

function checkFactor(session: Session): Session {
  if (session.awaitsSecondFactor) throw new AppError('second_factor_needed')
  return session
}

function refuseSession(error: unknown): never {
  throw error instanceof AuthError ? new AppError('session_ended') : error
}

function claimsOf({ userId, organization, readsAs, roles, isStaff }: Actor): Claims {
  const organizations = [organization?.id, readsAs.client, readsAs.vendor]
  return {
    role: userId ? 'authenticated' : 'anon',
    sub: userId ?? undefined,
    org_ids: [...new Set(organizations.filter((id) => id != null))],
    admin_org_id: roles.includes('admin') ? organization?.id : undefined,
    is_staff: isStaff,
  }
}

/**
 * Runs one transaction as the session's user, with the organizations that user acts for. Throws
 * second_factor_needed while the session awaits a second factor.
 */
export async function withCallerTransaction<T>(
  platform: Platform,
  session: Session | null,
  work: (ctx: Ctx) => Promise<T>,
): Promise<T> {
  if (session) checkFactor(session)
  return await platform.db.transaction(system, async (tx) => {
    const actor = await resolveActor(tx, session, platform.config)
    setRole(tx, claimsOf(actor))
    return await work({ tx, actor, now: new Date(), platform })
  })
}

/**
 * Returns the token's session, or null for a visitor. Throws AppError if the token's session has
 * ended.
 */
export async function readBearer(
  auth: Pick<Auth, 'verify'>,
  authorization: string | undefined,
): Promise<Session | null> {
  return await readAuthorization(authorization, auth.verify)
}

async function readAuthorization<T>(
  authorization: string | undefined,
  read: (bearer: string) => Promise<T | null>,
): Promise<T | null> {
  if (!authorization) return null
  return await read(authorization.replace(/^bearer\s+/i, '')).catch(refuseSession)
}
