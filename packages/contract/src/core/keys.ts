/** Keys by which programs act for an organization. */
import { oc } from '@orpc/contract'
import { z } from 'zod'
import { keyScopeNames } from '../access.ts'
import { pageInput, pageOf } from './paging.ts'
import { requiredText } from './text.ts'

/** Precedes a key: test keys belong to companies of the sample marketplace, live keys to all others. */
export const keyPrefixes = { live: 'smb_live_', test: 'smb_test_' } as const

export const maxKeyDays = 365
export const defaultKeyDays = 90
export const maxOverlapHours = 168

/** Parses an address or a network in CIDR notation. */
export const networkAddress = z.union([z.cidrv4(), z.cidrv6(), z.ipv4(), z.ipv6()], {
  error: 'Enter addresses such as 192.0.2.7 or 192.0.2.0/24',
})

export const keyForm = z.object({
  name: requiredText('Name', 100),
  scopes: z
    .array(z.enum(keyScopeNames))
    .min(1, 'Choose what the key may do')
    .transform((scopes) => [...new Set(scopes)].sort()),
  /** Cents that one act may accept, pay or release; 0 with the scope `money` lets it do none. */
  limitCents: z.bigint().min(0n).max(100_000_000_000n).default(0n),
  /** Addresses that may use the key; empty: all. */
  allowed: z.array(networkAddress).max(20, 'Enter at most 20 addresses').default([]),
  days: z
    .number({ error: 'Enter a number of days' })
    .int('Enter whole days')
    .min(1, 'Enter a day at least')
    .max(maxKeyDays, `Enter ${maxKeyDays} days at most`)
    .default(defaultKeyDays),
})
export type KeyForm = z.infer<typeof keyForm>

export const apiKey = z.object({
  id: z.uuid(),
  name: z.string(),
  /** The first characters, by which people recognize the key. */
  start: z.string(),
  scopes: z.array(z.enum(keyScopeNames)),
  limitCents: z.bigint(),
  allowed: z.array(z.string()),
  state: z.enum(['live', 'expired', 'revoked']),
  createdAt: z.date(),
  /** Null when that account is gone. */
  createdBy: z.string().nullable(),
  expiresAt: z.date(),
  /** To the minute; null: never used. */
  lastUsedAt: z.date().nullable(),
})
export type ApiKey = z.infer<typeof apiKey>

const newKey = z.object({
  key: apiKey,
  /** The key itself, in this answer alone. */
  secret: z.string(),
})
export type NewKey = z.infer<typeof newKey>

export const apiRequest = z.object({
  id: z.uuid(),
  at: z.date(),
  key: z.object({ id: z.uuid(), name: z.string(), start: z.string() }),
  /** The procedure, or method and path of what is none. */
  operation: z.string(),
  status: z.number().int(),
  /** The code of the error; null where there is none. */
  code: z.string().nullable(),
  ms: z.number().int(),
  requestId: z.string(),
})
export type ApiRequest = z.infer<typeof apiRequest>

/** Counts the days for which requests by keys are kept. */
export const requestLogDays = 30

const byId = z.object({ keyId: z.uuid() })

export const keys = {
  list: oc
    .route({
      method: 'GET',
      path: '/keys',
      summary: "The organization's keys, newest first (administrator)",
    })
    .input(pageInput)
    .output(pageOf(apiKey)),
  create: oc
    .route({
      method: 'POST',
      path: '/keys',
      summary: 'Make a key, which is shown in this answer alone (administrator)',
    })
    .input(keyForm)
    .output(newKey),
  rotate: oc
    .route({
      method: 'POST',
      path: '/keys/{keyId}/rotation',
      summary: 'Replace a key by a new one; the old one works on for some hours (administrator)',
    })
    .input(byId.extend({ overlapHours: z.number().int().min(0).max(maxOverlapHours) }))
    .output(newKey),
  revoke: oc
    .route({
      method: 'DELETE',
      path: '/keys/{keyId}',
      summary: 'End a key and its links at once (administrator)',
    })
    .input(byId)
    .output(apiKey),
  requests: oc
    .route({
      method: 'GET',
      path: '/keys/requests',
      summary: 'Requests by keys in the last 30 days, newest first (administrator)',
    })
    .input(
      pageInput.extend({
        keyId: z.uuid().optional(),
        /** Lists those alone that were answered with an error. */
        isRefused: z.boolean().default(false),
        /** Lists those alone that were answered with this code. */
        code: z.string().max(100).optional(),
      }),
    )
    .output(pageOf(apiRequest)),
}
