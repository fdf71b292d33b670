/** The leaves of the transparency log: salted commitments to what happened, and the openings that reveal it. */
import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import canonicalize from 'canonicalize'
import { z } from 'zod'
import { toHex } from './bytes.ts'

/** Lists what a leaf can be about. */
export const leafTypes = [
  'log.opened',
  'request.posted',
  'offer.revised',
  'offer.accepted',
  'agreement.drawn',
  'agreement.consented',
  'escrow.funded',
  'escrow.released',
  'escrow.refunded',
  'escrow.returned',
  'escrow.adjusted',
  'fee.moved',
  'delivery.ready',
  'certificate.issued',
  'original.destroyed',
  'delivery.accepted',
  'delivery.drawn',
  'shipment.sent',
  'shipment.arrived',
  'dispute.ruled',
  'dispute.settled',
  'dispute.found',
  'subscription.started',
  'subscription.paused',
  'subscription.resumed',
  'subscription.ended',
  'revision.opened',
  'revision.ended',
  'ledger.entry',
  'audit.row',
] as const
export const leafType = z.enum(leafTypes)
export type LeafType = z.infer<typeof leafType>

/** Names who may read an opening. */
export const audience = z.enum(['both', 'client', 'vendor', 'staff', 'public'])
export type Audience = z.infer<typeof audience>

export const hexDigest = z.string().regex(/^[\da-f]{64}$/)

/** Describes what an entry commits to. `deal`, `seq` and `prev` are null for a leaf outside a chain. */
export const leafPayload = z.strictObject({
  v: z.literal(1),
  type: leafType,
  /** ID of the subscription, request, offer or contract; with `/client` or `/vendor` behind it where one side alone reads the chain. */
  deal: z.string().max(80).nullable(),
  /** Counts the leaves of the chain from 1. */
  seq: z.number().int().min(1).nullable(),
  /** The commitment of the leaf before; the first leaf names the chain that it continues, if there is one. */
  prev: hexDigest.nullable(),
  at: z.iso.datetime(),
  body: z.record(z.string(), z.unknown()),
})
export type LeafPayload = z.infer<typeof leafPayload>

const COMMITMENT = utf8ToBytes('semblance-log-v1\n')

/** Returns JSON in the one form of RFC 8785. Throws TypeError for what JSON cannot hold. */
export function canonicalJson(value: unknown): string {
  const text = canonicalize(value)
  if (text === undefined) throw new TypeError('This is nothing that JSON can hold.')
  return text
}

/** Returns the SHA-256, in hexadecimal, of a value's canonical JSON. */
export const jsonSha256 = (value: unknown): string =>
  toHex(sha256(utf8ToBytes(canonicalJson(value))))

/** Returns the entry of a leaf: 32 bytes that reveal nothing without the salt. */
export const commitmentOf = (salt: Uint8Array, payload: string): Uint8Array =>
  sha256(concatBytes(COMMITMENT, salt, utf8ToBytes(payload)))

/** Returns the commitment of an opening whose salt is hexadecimal; null if it is not 32 bytes. */
export const openedCommitment = (opening: { salt: string; payload: string }): string | null =>
  hexDigest.safeParse(opening.salt).success
    ? toHex(commitmentOf(hexToBytes(opening.salt), opening.payload))
    : null

/** Parses a payload; null unless it is written in the one form that can be committed to. */
export function readPayload(text: string): LeafPayload | null {
  try {
    const value: unknown = JSON.parse(text)
    const parsed = leafPayload.safeParse(value)
    return parsed.success && canonicalJson(value) === text ? parsed.data : null
  } catch {
    return null
  }
}
