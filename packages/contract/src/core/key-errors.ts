/** Limits the keys of an organization that have not ended. */
export const maxLiveKeys = 50

/** Lists the errors of keys and of repeated requests; `errors.ts` joins them with all others. */
export const keyErrors = {
  key_invalid: {
    status: 401,
    message: 'This key is unknown, expired or revoked.',
  },
  scope_missing: { status: 403, message: 'This key may not do this.' },
  address_not_allowed: {
    status: 403,
    message: 'This key may not be used from this network address.',
  },
  above_key_limit: { status: 403, message: 'This is more than the limit of this key.' },
  keys_full: {
    status: 409,
    message: `An organization has at most ${maxLiveKeys} keys. Revoke one first.`,
  },
  key_ended: { status: 409, message: 'This key has ended; nothing was changed.' },
  request_in_flight: {
    status: 409,
    message: 'A request with this Idempotency-Key is still being answered.',
    retryAfterSeconds: 1,
  },
} as const
