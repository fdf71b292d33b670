/** Describes the context that every operation of this module receives. */
import type { Database, Tx } from '../../platform/database/db.ts'
import type { Log } from '../../platform/process/log.ts'
import type { Secrets } from '../../platform/security/secrets.ts'
import type { SmsPort } from './accounts/sms.ts'
import type { Companies } from './company/companies.ts'
import type { CaptchaOptions } from './sign-in/captcha.ts'
import type { Provider, ProviderOptions } from './sign-in/providers.ts'
import type { Limits } from './sign-in/rate-limits.ts'
import type { KeyRing } from './tokens/signing-keys.ts'

/**
 * `email` is empty for an anonymous account. `signedUpFrom` is the network address of the person who wrote
 * the metadata at sign-up; null for an account that others made.
 */
type NewUser = { id: string; email: string; metadata: unknown; signedUpFrom: string | null }

export type AuthOptions = {
  db: Database
  secrets: Secrets
  /**
   * Holds the public address of the platform, without a trailing slash. Links and the token issuer
   * start with it.
   */
  publicUrl: string
  mailConfirm: boolean
  log: Log
  /** Called in the sign-up transaction (as system) once the user row exists; an AppError refuses the sign-up. */
  onSignUp: (tx: Tx, user: NewUser) => Promise<void>
  /**
   * Called in the sign-up transaction (as system). Returns true if what the person sends proves their
   * address, so that no mail has to; an AppError refuses the sign-up.
   */
  isAddressProved?: (tx: Tx, user: { email: string; metadata: object }) => Promise<boolean>
  /** Called in the transaction (as system) in which the e-mail address is confirmed. */
  onConfirmed: (tx: Tx, user: { id: string; email: string }) => Promise<void>
  /** Called in the transaction (as system) in which a confirmed address replaces the former one. */
  onEmailChanged?: (tx: Tx, user: { id: string; email: string }) => Promise<void>
  /** Called in the transaction (as system) of a sign-in with a browser the account was never used with. */
  onNewBrowser?: (
    tx: Tx,
    user: { id: string; email: string | null },
    caller: Caller,
  ) => Promise<void>
  /** Absent: no account belongs to a company with a provider. */
  companies?: Companies
  limits?: Partial<Limits>
  settings?: Partial<AuthSettings>
}

export type AuthSettings = {
  anonymousSignIns: boolean
  /**
   * Sets the proof a new password requires in addition to the session. A `code` is mailed if the
   * session is older than a day.
   */
  passwordChange: 'nothing' | 'password' | 'code'
  /** Ends a session so long after its start, or after its last refresh; null: never. */
  sessionLifeMs: number | null
  sessionIdleMs: number | null
  /** Null: no phone numbers. */
  sms: SmsPort | null
  captcha: CaptchaOptions | null
  providers: ProviderOptions[]
  /** Proxies in front of the server that each append to X-Forwarded-For. */
  trustedProxies: number
  /** Counts characters. */
  minPasswordLength: number
  /** Holds the address of a range look-up of stolen passwords, before the five letters; null: none. */
  breachUrl: string | null
  /** The key of the service role; null: derived from the master secret. */
  serviceKey: string | null
}

export type AuthContext = Omit<
  AuthOptions,
  'limits' | 'settings' | 'onEmailChanged' | 'onNewBrowser' | 'companies'
> & {
  onNewBrowser: NonNullable<AuthOptions['onNewBrowser']>
  onEmailChanged: NonNullable<AuthOptions['onEmailChanged']>
  companies: Companies
  limits: Limits
  settings: Omit<AuthSettings, 'serviceKey' | 'providers'>
  serviceKey: string
  providers: ReadonlyMap<string, Provider>
  keyRing: KeyRing
}

export type Aal = 'aal1' | 'aal2'

export type Session = {
  userId: string
  /** Empty for an anonymous account. */
  email: string
  sessionId: string
  /** Holds the end of the access token; the session may last longer. */
  expiresAt: Date
  aal: Aal
  /** The account has a second factor that this session has not shown yet. */
  awaitsSecondFactor: boolean
  /**
   * Holds when the person last proved who they are in this session. Null: never, or after this token
   * was issued, which may be a stolen copy.
   */
  provedAt: Date | null
}

/** Describes the origin of a request. It is stored with the session that the request opens. */
export type Caller = { ip: string; userAgent: string | null }

/** Holds the key that browsers send while no user is signed in. It names the role `anon` and is no secret. */
export const anonKey = 'sb_publishable_semblance'
