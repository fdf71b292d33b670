/** Limits the signing keys of an organization that are not revoked. */
export const maxSigningKeys = 20

/** Lists the errors of signing keys; `errors.ts` joins them with all others. */
export const signingKeyErrors = {
  signing_key_exists: {
    status: 409,
    message: 'This key is registered already, or was. Make a new one: a revoked key never returns.',
  },
  signing_keys_full: {
    status: 409,
    message: `An organization has at most ${maxSigningKeys} signing keys. Revoke one first.`,
  },
  signing_key_ended: { status: 409, message: 'This key is revoked already; nothing was changed.' },
} as const
