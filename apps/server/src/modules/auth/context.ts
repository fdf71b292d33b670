/** What every operation of this module is handed. */
import type { Database, Tx } from '../../platform/db.ts'
import type { Log } from '../../platform/log.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { Limits } from './rate-limits.ts'
import type { KeyRing } from './signing-keys.ts'

type NewUser = { id: string; email: string; metadata: unknown }

export type AuthOptions = {
  db: Database
  secrets: Secrets
  /** Where browsers reach the platform, without a trailing slash: the base of links and token issuer. */
  publicUrl: string
  mailConfirm: boolean
  log: Log
  /** Called in the sign-up transaction (as system) once the user row exists; an AppError refuses the sign-up. */
  onSignUp: (tx: Tx, user: NewUser) => Promise<void>
  /** Called in the transaction (as system) in which the e-mail address is confirmed. */
  onConfirmed: (tx: Tx, user: { id: string; email: string }) => Promise<void>
  limits?: Partial<Limits>
}

export type AuthContext = Omit<AuthOptions, 'limits'> & { limits: Limits; keyRing: KeyRing }

export type Session = { userId: string; email: string; sessionId: string; aal: 'aal1' | 'aal2' }

/** Where a request comes from, kept with the session it opens. */
export type Caller = { ip: string; userAgent: string | null }

/**
 * The key every browser sends when nobody is signed in. It names the role `anon` and is no secret.
 */
export const anonKey = 'sb_publishable_semblance'
