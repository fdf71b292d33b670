/** Token buckets in the database, so that all processes count together. */
import { sql } from 'kysely'
import type { Database } from '../../../platform/database/db.ts'
import { AuthError, type AuthErrorCode } from '../errors.ts'
import { networkOf } from './client-address.ts'

/** `burst` at once, then one more every `refillMs`. */
export type Limit = { burst: number; refillMs: number }

const perAddress = { burst: 100, refillMs: 3_000 }

/** Looser than the protocol's own figures where one office or one test run shares an address. */
export const defaultLimits = {
  signUp: perAddress as Limit,
  signIn: { burst: 300, refillMs: 1_000 } as Limit,
  /** Failures by one caller on one account; one success clears them. */
  signInFailures: { burst: 20, refillMs: 15_000 } as Limit,
  /** Failures of all callers together on one account; a success gives its own one back. */
  signInFailuresOfAccount: { burst: 100, refillMs: 60_000 } as Limit,
  /** Wrong proofs in one session: who holds a stolen one may not guess on. */
  proofFailures: { burst: 10, refillMs: 300_000 } as Limit,
  /** Refusing a refresh signs people out. */
  refresh: { burst: 1_800, refillMs: 200 } as Limit,
  verify: perAddress as Limit,
  mailRequest: perAddress as Limit,
  /** Mails of one kind to one recipient, whether or not there is such an account. */
  mailTo: { burst: 3, refillMs: 60_000 } as Limit,
  updateUser: perAddress as Limit,
  anonymousSignUp: { burst: 30, refillMs: 120_000 } as Limit,
  /** Codes by SMS to one number. */
  smsTo: { burst: 3, refillMs: 60_000 } as Limit,
  /** Wrong or right, on one recipient: with new codes for the asking, guessing one would take years. */
  codeGuesses: { burst: 15, refillMs: 240_000 } as Limit,
  /** Challenges and answers of one user. */
  factorAttempts: { burst: 30, refillMs: 4_000 } as Limit,
  /** Visits to providers. */
  authorize: perAddress as Limit,
  /** Organizations looked up by their ID, which works as a join secret. */
  organizationLookUp: { burst: 30, refillMs: 10_000 } as Limit,
  /** Messages to support: of one visitor's network, and of one member. */
  visitorMessage: { burst: 10, refillMs: 300_000 } as Limit,
  supportMessage: { burst: 30, refillMs: 30_000 } as Limit,
  /** Documents that come for one application, with those that are removed again: 30 a day. */
  applicantDocument: { burst: 30, refillMs: 2_880_000 } as Limit,
}

export type Limits = typeof defaultLimits

/**
 * Builds the bucket's key. `subject` is a network address, a mailbox or another name that the limit
 * counts by.
 */
const keyOf = (name: keyof Limits, subject: string) => `${name}:${networkOf(subject)}`

type LimitContext = { db: Database; limits: Limits }

/** Takes one from the bucket, in a transaction apart: it counts even when the request then fails. */
export async function withinLimit(
  ctx: LimitContext,
  name: keyof Limits,
  subject: string,
): Promise<boolean> {
  const { burst, refillMs } = ctx.limits[name]
  const level = sql`least(${burst}::float8,
    bucket.tokens + 1000 * extract(epoch from now() - bucket.updated_at)::float8 / ${refillMs}::float8)`
  const { rows } = await ctx.db.apart((tx) =>
    sql`insert into auth.rate_limits as bucket (key, tokens) values (${keyOf(name, subject)}, ${burst}::float8 - 1)
      on conflict (key) do update set tokens = ${level} - 1, updated_at = now() where ${level} >= 1
      returning key`.execute(tx),
  )
  return rows.length === 1
}

export async function enforceLimit(
  ctx: LimitContext,
  name: keyof Limits,
  subject: string,
): Promise<void> {
  if (await withinLimit(ctx, name, subject)) return
  const retryAfterSeconds = secondsToRefill(ctx, name)
  throw new AuthError(limitErrors[name] ?? 'over_request_rate_limit', { retryAfterSeconds })
}

/** Returns the seconds after which an empty bucket has one more. */
export const secondsToRefill = ({ limits }: Pick<LimitContext, 'limits'>, name: keyof Limits) =>
  Math.max(1, Math.ceil(limits[name].refillMs / 1000))

const limitErrors: Partial<Record<keyof Limits, AuthErrorCode>> = {
  mailTo: 'over_email_send_rate_limit',
  smsTo: 'over_sms_send_rate_limit',
}

/** Gives back what one call has taken. */
export async function returnToLimit(
  ctx: LimitContext,
  name: keyof Limits,
  subject: string,
): Promise<void> {
  await ctx.db.apart((tx) =>
    tx
      .updateTable('auth.rate_limits')
      .set(({ eb }) => ({ tokens: eb('tokens', '+', 1) }))
      .where('key', '=', keyOf(name, subject))
      .execute(),
  )
}

export async function clearLimit(
  ctx: LimitContext,
  name: keyof Limits,
  subject: string,
): Promise<void> {
  await ctx.db.apart((tx) =>
    tx.deleteFrom('auth.rate_limits').where('key', '=', keyOf(name, subject)).execute(),
  )
}
