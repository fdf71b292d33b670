/**
 * Discloses claims of JWTs selectively (RFC 9901), as far as certificates use it: claims of the top level, SHA-256, no
 * key binding. Pure; checks no signature.
 */
import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { z } from 'zod'
import { fromBase64Url, toBase64Url } from '../core/transparency/bytes.ts'

/** Holds what an issuer signed, and the disclosures that came with it. */
export type SdJwt = { jwt: string; disclosures: string[] }

/** Describes what a disclosure says. */
export type Disclosed = { salt: string; name: string; value: unknown }

const HASH = 'sha-256'

/** Returns the disclosure of a claim. The salt has at least 128 random bits, or the value can be guessed. */
export const discloseClaim = ({ salt, name, value }: Disclosed): string =>
  toBase64Url(utf8ToBytes(JSON.stringify([salt, name, value])))

/** Returns the digest by which the signed text names a disclosure. */
export const digestOfDisclosure = (disclosure: string): string =>
  toBase64Url(sha256(utf8ToBytes(disclosure)))

/** Returns the claims that commit to disclosures, in an order that says nothing of theirs. */
export const commitToDisclosures = (disclosures: readonly string[]) => ({
  _sd: disclosures.map(digestOfDisclosure).toSorted(),
  _sd_alg: HASH,
})

export const joinSdJwt = ({ jwt, disclosures }: SdJwt): string =>
  [jwt, ...disclosures, ''].join('~')

/** Parts a text; null if it ends with a key binding. A JWT alone is one without disclosures. */
export function splitSdJwt(text: string): SdJwt | null {
  const [jwt = '', ...rest] = text.trim().split('~')
  if (rest.length > 0 && rest.pop() !== '') return null
  return { jwt, disclosures: rest }
}

const disclosed = z.tuple([z.string(), z.string(), z.unknown()])

/** Returns what a disclosure says; null if it is none of a claim. */
export function readDisclosure(disclosure: string): Disclosed | null {
  try {
    const bytes = fromBase64Url(disclosure)
    if (!bytes) return null
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    const [salt, name, value] = disclosed.parse(JSON.parse(text))
    return { salt, name, value }
  } catch {
    return null
  }
}

const committed = z.looseObject({
  _sd: z.array(z.string()).default([]),
  _sd_alg: z.literal(HASH).default(HASH),
})

export type Revealed = {
  /** Holds the claims with those that are disclosed, without the digests. */
  claims: Record<string, unknown>
  /** Counts the digests for which no disclosure came. */
  undisclosed: number
}

/**
 * Puts disclosed claims in their place (RFC 9901, section 7.1). Null if a disclosure is not one that the payload
 * names, or names a claim that is there already, and if a digest is there twice or below the top level.
 */
export function revealClaims(payload: unknown, disclosures: readonly string[]): Revealed | null {
  const signed = committed.safeParse(payload)
  if (!signed.success) return null
  const { _sd: digests, _sd_alg: _, ...claims } = signed.data
  const open = new Set(digests)
  if (open.size < digests.length || hasDigests(Object.values(claims))) return null
  const revealed: Record<string, unknown> = { ...claims }
  for (const disclosure of disclosures) {
    const read = readDisclosure(disclosure)
    if (!read || !open.delete(digestOfDisclosure(disclosure))) return null
    if (reserved.has(read.name) || Object.hasOwn(revealed, read.name)) return null
    if (hasDigests(read.value)) return null
    revealed[read.name] = read.value
  }
  return { claims: revealed, undisclosed: open.size }
}

/** Lists the names that digests have; a prototype is no claim either. */
const reserved = new Set(['_sd', '_sd_alg', '...', '__proto__'])

function hasDigests(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([name, inner]) => reserved.has(name) || hasDigests(inner))
}
