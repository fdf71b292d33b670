/** Verifies that an event is from Stripe: https://docs.stripe.com/webhooks/signature. */
import { createHmac, timingSafeEqual } from 'node:crypto'

/** Limits the difference between the clocks, and the age of a recorded request. */
const TOLERANCE_SECONDS = 300

/**
 * Returns true if the signature is recent and matches one of the endpoint's secrets; Stripe signs
 * with two while a secret is replaced.
 */
export function isFromStripe(
  body: Uint8Array,
  header: string | undefined,
  secrets: readonly string[],
  now: Date,
): boolean {
  const parts = (header ?? '').split(',').map((part) => part.trim().split('='))
  const stamp = parts.find(([scheme]) => scheme === 't')?.[1] ?? ''
  if (!/^\d{1,12}$/.test(stamp)) return false
  if (Math.abs(now.getTime() / 1000 - Number(stamp)) > TOLERANCE_SECONDS) return false
  const given = parts.flatMap(([scheme, text]) => (scheme === 'v1' && text ? [text] : []))
  return secrets.some((secret) => {
    const expected = createHmac('sha256', secret).update(`${stamp}.`).update(body).digest()
    return given.some((text) => isSame(expected, Buffer.from(text, 'hex')))
  })
}

const isSame = (expected: Buffer, given: Buffer) =>
  given.length === expected.length && timingSafeEqual(expected, given)
