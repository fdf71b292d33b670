/** The auth module's face to the rest of the platform. */
import type { Tx } from '../../platform/db.ts'
import type { AuthContext, AuthOptions, Session } from './context.ts'
import { defaultLimits } from './rate-limits.ts'
import { verifyBearer } from './sessions.ts'
import { createConfirmedUser } from './sign-up.ts'
import { openKeyRing } from './signing-keys.ts'

export { type AuthOptions, anonKey, type Session } from './context.ts'
export { AuthError } from './errors.ts'

export type Auth = {
  /** Null for the anonymous key; throws AuthError for a bearer that is no standing session. */
  verify: (bearer: string) => Promise<Session | null>
  /** An account that needs no confirmation mail; runs the hooks of a sign-up. */
  createUser: (
    tx: Tx,
    user: { id?: string; email: string; password: string; metadata?: object },
  ) => Promise<{ id: string; email: string }>
  /** For this module's own routes. */
  ctx: AuthContext
}

/** Makes a signing key on first use; processes may start at the same time. */
export async function createAuth(options: AuthOptions): Promise<Auth> {
  const ctx: AuthContext = {
    ...options,
    limits: { ...defaultLimits, ...options.limits },
    keyRing: await openKeyRing(options.db, options.secrets),
  }
  return {
    verify: (bearer) => verifyBearer(ctx, bearer),
    createUser: (tx, user) => createConfirmedUser(ctx, tx, user),
    ctx,
  }
}
