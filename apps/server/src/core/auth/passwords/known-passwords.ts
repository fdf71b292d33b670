/** Recognizes passwords that attackers try first: common ones, and those stolen from other sites. */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from '../../../platform/process/log.ts'

let common: Promise<ReadonlySet<string>> | undefined

async function readCommonPasswords(): Promise<ReadonlySet<string>> {
  const text = await readFile(join(import.meta.dirname, 'common-passwords.txt'), 'utf8')
  return new Set(text.split('\n').filter((line) => line && !line.startsWith('#')))
}

/** Returns true if the password, in any case, is among the 10,000 commonest. */
export async function isCommonPassword(password: string): Promise<boolean> {
  common ??= readCommonPasswords()
  return (await common).has(password.toLowerCase())
}

const LOOK_UP_TIMEOUT_MS = 1_000

/** Bounds an answer, which has about 40 KB. */
const MAX_ANSWER_CHARS = 1024 ** 2

let hasFailed = false

/**
 * Asks a service of the Pwned Passwords protocol: it gets five letters of the password's SHA-1 and
 * answers with the rest of all hashes that begin so. Returns false, and logs the first failure in a
 * row, when the service does not answer within a second.
 */
export async function isBreachedPassword(
  { breachUrl, log }: { breachUrl: string; log: Log },
  password: string,
): Promise<boolean> {
  const hash = createHash('sha1').update(password).digest('hex').toUpperCase()
  try {
    const response = await fetch(`${breachUrl}/${hash.slice(0, 5)}`, {
      headers: { 'Add-Padding': 'true' },
      signal: AbortSignal.timeout(LOOK_UP_TIMEOUT_MS),
    })
    if (!response.ok) throw new Error(`The look-up answered ${response.status}.`)
    const lines = (await response.text()).slice(0, MAX_ANSWER_CHARS).split(/\r?\n/)
    hasFailed = false
    // Padding has a count of 0.
    return lines.some((line) => line.startsWith(`${hash.slice(5)}:`) && !/:0+$/.test(line))
  } catch (err) {
    if (!hasFailed) log.warn({ err }, 'stolen passwords cannot be looked up; new ones are accepted')
    hasFailed = true
    return false
  }
}
