/** Lists the errors of proposals and of automatic answers to them; `errors.ts` joins them with all others. */
export const negotiationErrors = {
  terms_changed: {
    status: 409,
    message: 'The terms have changed in the meantime. Nothing was sent; here are the newer ones.',
  },
  proposal_pending: {
    status: 409,
    message: 'A proposed change is waiting for an answer. Answer or withdraw it first.',
  },
  proposal_decided: {
    status: 409,
    message: 'This proposal has already been answered; nothing was changed.',
  },
  nothing_proposed: { status: 400, message: 'Change at least one term.' },
  terms_fixed: { status: 409, message: 'The terms of this offer can no longer be changed.' },
  answering_ended: {
    status: 409,
    message: 'Proposals on this offer are answered by people alone. Nothing was stated.',
  },
} as const
