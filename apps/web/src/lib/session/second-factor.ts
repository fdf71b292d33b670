import type { AuthError, Session } from '@supabase/supabase-js'

/**
 * Returns true if a user with a verified factor has not used it yet: the session is at aal1, and
 * aal2 is next.
 */
export function isSecondFactorDue(session: Pick<Session, 'access_token' | 'user'>): boolean {
  const hasFactor = session.user.factors?.some((factor) => factor.status === 'verified') ?? false
  return hasFactor && assuranceLevel(session.access_token) !== 'aal2'
}

function assuranceLevel(accessToken: string): unknown {
  try {
    const payload = accessToken.split('.')[1] ?? ''
    return JSON.parse(atob(payload.replace(/-/g, '+').replace(/_/g, '/'))).aal
  } catch {
    return null
  }
}

/** Stored without the plus of its country code. */
export const phoneNumber = (phone = '') => (/^\d/.test(phone) ? `+${phone}` : phone)

/** Answers wrong proofs that are too many. */
export const tooManyTries = 'That was wrong too often. Wait some minutes, or sign in again.'

/** Returns the reason for which a code was rejected, worded for the user. */
export function codeRefusal({ code, message }: Pick<AuthError, 'code' | 'message'>): string {
  if (code === 'mfa_verification_failed') return 'This code is not right. Enter the newest one.'
  if (code === 'mfa_challenge_expired') return 'This code has expired. Ask for a new one.'
  if (code === 'over_request_rate_limit') return tooManyTries
  return message
}
