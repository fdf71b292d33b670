/** Limits the endpoints of an organization. */
export const maxWebhookEndpoints = 10

/** Lists the errors of webhooks; `errors.ts` joins them with all others. */
export const webhookErrors = {
  endpoint_refused: {
    status: 422,
    message: 'Webhooks go to public addresses by HTTPS alone. This address is none.',
  },
  endpoint_disabled: {
    status: 409,
    message: 'This endpoint is disabled. Enable it first; nothing was changed.',
  },
  endpoints_full: {
    status: 409,
    message: `An organization has at most ${maxWebhookEndpoints} endpoints. Remove one first.`,
  },
} as const
