import { hash, verify } from '@node-rs/argon2'
import type { AuthContext } from '../context.ts'
import { AuthError } from '../errors.ts'
import { isBreachedPassword, isCommonPassword } from './known-passwords.ts'

/** The protocol's limit; also bounds the work one request can ask for. */
const MAX_PASSWORD_BYTES = 72

/**
 * Sets argon2id with 19 MiB, 2 passes, 1 lane: the library's defaults and OWASP's recommendation
 * (2025).
 */
export const hashPassword = (password: string) => hash(password)

const dummyPasswordHash = hashPassword('no account has this password')

/**
 * Compares a password with its hash. Takes the same time for an account without a password or for
 * none.
 */
export async function passwordMatches(
  passwordHash: string | null | undefined,
  password: string,
): Promise<boolean> {
  if (Buffer.byteLength(password) > MAX_PASSWORD_BYTES) return false
  const matches = await verify(passwordHash ?? (await dummyPasswordHash), password)
  return matches && Boolean(passwordHash)
}

/**
 * Checks a new password before it is stored. Throws validation_failed, weak_password,
 * password_too_common; the last with `field`.
 */
export async function checkNewPassword(
  { settings, log }: Pick<AuthContext, 'settings' | 'log'>,
  password: string,
): Promise<void> {
  const { minPasswordLength, breachUrl } = settings
  if (Buffer.byteLength(password) > MAX_PASSWORD_BYTES) {
    throw new AuthError('validation_failed', {
      message: `Password cannot be longer than ${MAX_PASSWORD_BYTES} characters`,
    })
  }
  if ([...password].length < minPasswordLength) {
    throw new AuthError('weak_password', {
      message: `Password should be at least ${minPasswordLength} characters.`,
      extra: { weak_password: { reasons: ['length'] } },
    })
  }
  if (await isCommonPassword(password)) {
    throw new AuthError('password_too_common', { extra: { field: 'password' } })
  }
  if (breachUrl && (await isBreachedPassword({ breachUrl, log }, password))) {
    throw new AuthError('password_too_common', {
      message: 'This password is in a list of stolen passwords. Choose another one.',
      extra: { field: 'password' },
    })
  }
}
