/** Defines the errors of consents to an agreement. */
export const consentErrors = {
  document_changed: {
    status: 409,
    message:
      'This is not the agreement that the other party has consented to. Nothing was changed; look at it again.',
  },
  consents_missing: {
    status: 409,
    message:
      'Both parties must have consented to the present agreement before it is paid for. Agree on a change of its terms, or contact support.',
  },
} as const
