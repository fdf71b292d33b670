/** Signing keys: public halves of keys by which an organization signs what it measures on its own premises. */
import { oc } from '@orpc/contract'
import { z } from 'zod'
import { pageInput, pageOf } from '../core/paging.ts'
import { requiredText } from '../core/text.ts'

const coordinate = z
  .string()
  .regex(/^[\w-]{43}$/, 'Paste the public key as semblance keygen prints it')

/** Parses the public half of an ES256 key (RFC 7517); a private one is refused by its field `d`. */
export const publicSigningJwk = z.object({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: coordinate,
  y: coordinate,
})
export type PublicSigningJwk = z.infer<typeof publicSigningJwk>

export const signingKeyForm = z.object({
  name: requiredText('Name', 100),
  jwk: publicSigningJwk
    .extend({
      d: z.undefined({ error: 'This is the private half. Paste the public one alone' }).optional(),
    })
    .transform(({ d: _, ...jwk }) => jwk),
})
export type SigningKeyForm = z.infer<typeof signingKeyForm>

export const signingKey = z.object({
  id: z.uuid(),
  name: z.string(),
  /** The thumbprint of the key (RFC 7638), which statements name. */
  kid: z.string(),
  jwk: publicSigningJwk,
  state: z.enum(['live', 'revoked']),
  createdAt: z.date(),
  /** Null when that account is gone. */
  createdBy: z.string().nullable(),
  revokedAt: z.date().nullable(),
})
export type SigningKey = z.infer<typeof signingKey>

export const signingKeys = {
  list: oc
    .route({
      method: 'GET',
      path: '/signing-keys',
      summary: "The organization's signing keys, newest first (administrator)",
    })
    .input(pageInput)
    .output(pageOf(signingKey)),
  register: oc
    .route({
      method: 'POST',
      path: '/signing-keys',
      summary: 'Register the public half of a signing key (administrator)',
    })
    .input(signingKeyForm)
    .output(signingKey),
  revoke: oc
    .route({
      method: 'DELETE',
      path: '/signing-keys/{keyId}',
      summary:
        'Revoke a signing key: nothing that it signs is accepted from now on (administrator)',
    })
    .input(z.object({ keyId: z.uuid() }))
    .output(signingKey),
}
