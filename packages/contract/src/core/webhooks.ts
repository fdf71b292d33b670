/** Webhooks: the endpoints of an organization, and the log of what was sent to them. */
import { oc } from '@orpc/contract'
import { z } from 'zod'
import { maxOverlapHours } from './keys.ts'
import { pageInput, pageOf } from './paging.ts'
import { webhookData, webhookTypes } from './webhook-events.ts'

/** Precedes a secret; the rest is base64. */
export const webhookSecretPrefix = 'whsec_'

/** Counts the days for which the log of deliveries is kept. */
export const webhookLogDays = 30

/** Counts the days without success after which an endpoint is disabled. */
export const webhookPatienceDays = 5

const url = z
  .string({ error: 'Address is required' })
  .trim()
  .min(1, 'Address is required')
  .max(2000, 'Address is too long (2000 characters at most)')
  .refine(isEndpointAddress, 'Enter an address such as https://example.com/webhooks')

/** Returns true for an absolute address without a user and a fragment. */
function isEndpointAddress(text: string): boolean {
  const parsed = URL.parse(text)
  if (!parsed || !/^https?:$/.test(parsed.protocol)) return false
  return parsed.username === '' && parsed.password === '' && parsed.hash === ''
}

const types = z
  .array(z.enum(webhookTypes))
  .min(1, 'Choose an event at least')
  .transform((chosen) => webhookTypes.filter((type) => chosen.includes(type)))

export const webhookForm = z.object({ url, types })
export type WebhookForm = z.infer<typeof webhookForm>

export const webhookEndpoint = z.object({
  id: z.uuid(),
  url: z.string(),
  types: z.array(z.enum(webhookTypes)),
  state: z.enum(['enabled', 'disabled']),
  /** Says why it is disabled: by an administrator, by its answer 410, or after days without success. */
  disabledAs: z.enum(['by_administrator', 'gone', 'unanswered']).nullable(),
  /** The first failure since the last success; null if the last attempt succeeded. */
  failingSince: z.date().nullable(),
  /** Until when webhooks are signed with the secret before, too. */
  overlapsUntil: z.date().nullable(),
  createdAt: z.date(),
})
export type WebhookEndpoint = z.infer<typeof webhookEndpoint>

const newSecret = z.object({
  endpoint: webhookEndpoint,
  /** The secret itself, in this answer alone. */
  secret: z.string(),
})
export type NewWebhookSecret = z.infer<typeof newSecret>

/** Lists why an attempt failed. */
export const webhookFailures = [
  'address_refused',
  'name_unresolved',
  'unreachable',
  'insecure',
  'timeout',
  'redirect',
  'status',
  'secret_unreadable',
] as const
export type WebhookFailure = (typeof webhookFailures)[number]

const allTypes = Object.keys(webhookData) as [keyof typeof webhookData]

export const webhookDelivery = z.object({
  id: z.uuid(),
  /** Is the header `webhook-id`, the same for every attempt. */
  eventId: z.uuid(),
  type: z.enum(allTypes),
  state: z.enum(['pending', 'delivered', 'failed']),
  createdAt: z.date(),
  attempts: z.number().int(),
  /** Says when the last attempt ended. */
  attemptedAt: z.date().nullable(),
  /** Says when a pending one is tried next. */
  nextAt: z.date().nullable(),
  status: z.number().int().nullable(),
  failure: z.enum(webhookFailures).nullable(),
  /** Holds the beginning of the last answer. */
  answer: z.string().nullable(),
  ms: z.number().int().nullable(),
  /** Holds the text that is sent. */
  body: z.string(),
})
export type WebhookDelivery = z.infer<typeof webhookDelivery>

const byId = z.object({ endpointId: z.uuid() })

export const webhooks = {
  list: oc
    .route({
      method: 'GET',
      path: '/webhooks',
      summary: "The organization's webhook endpoints, newest first (administrator)",
    })
    .input(pageInput)
    .output(pageOf(webhookEndpoint)),
  create: oc
    .route({
      method: 'POST',
      path: '/webhooks',
      summary: 'Add an endpoint; its secret is shown in this answer alone (administrator)',
    })
    .input(webhookForm)
    .output(newSecret),
  update: oc
    .route({
      method: 'PATCH',
      path: '/webhooks/{endpointId}',
      summary: "Change an endpoint's address or events, disable or enable it (administrator)",
    })
    .input(
      byId.extend({
        url: url.optional(),
        types: types.optional(),
        state: z.enum(['enabled', 'disabled']).optional(),
      }),
    )
    .output(webhookEndpoint),
  remove: oc
    .route({
      method: 'DELETE',
      path: '/webhooks/{endpointId}',
      summary: 'Remove an endpoint with its log (administrator)',
    })
    .input(byId)
    .output(z.void()),
  rotateSecret: oc
    .route({
      method: 'POST',
      path: '/webhooks/{endpointId}/secret',
      summary: 'Replace the secret; both sign for some hours (administrator)',
    })
    .input(byId.extend({ overlapHours: z.number().int().min(0).max(maxOverlapHours) }))
    .output(newSecret),
  test: oc
    .route({
      method: 'POST',
      path: '/webhooks/{endpointId}/test',
      summary: 'Send the event webhook.test to the endpoint (administrator)',
    })
    .input(byId)
    .output(webhookDelivery),
  deliveries: oc
    .route({
      method: 'GET',
      path: '/webhooks/{endpointId}/deliveries',
      summary: 'What was sent to the endpoint in the last 30 days, newest first (administrator)',
    })
    .input(pageInput.extend(byId.shape))
    .output(pageOf(webhookDelivery)),
  redeliver: oc
    .route({
      method: 'POST',
      path: '/webhook-deliveries/{deliveryId}/attempts',
      summary: 'Send an event again, under the same webhook-id (administrator)',
    })
    .input(z.object({ deliveryId: z.uuid() }))
    .output(webhookDelivery),
}
