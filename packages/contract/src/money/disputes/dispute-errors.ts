/** Lists the errors of disputes; `errors.ts` joins them with all others. */
export const disputeErrors = {
  dispute_unanswered: { status: 409, message: 'Answer the dispute before you add to it.' },
  dispute_ended: {
    status: 409,
    message: 'This dispute has moved on in the meantime; nothing was changed.',
  },
  disputes_used_up: {
    status: 409,
    message:
      'You have opened three disputes on this contract, the most there can be. Contact support.',
  },
  dispute_full: {
    status: 409,
    message: 'You have written as much as a dispute holds. Ask staff to decide.',
  },
  check_under_way: {
    status: 409,
    message: 'Other claims about this delivery are being measured. Wait for what is found.',
  },
  checks_used_up: {
    status: 409,
    message:
      'You have had claims about this delivery measured twenty times, the most there can be before a dispute.',
  },
  settlement_pending: {
    status: 409,
    message: 'Your last settlement proposal waits for an answer. Withdraw it first.',
  },
  settlement_decided: {
    status: 409,
    message:
      'This settlement proposal has already been answered or withdrawn; nothing was changed.',
  },
  stake_changed: {
    status: 409,
    message:
      'The money in escrow is no longer what this dispute is about: the bank has taken a payment back. Nothing was changed.',
  },
  dispute_too_early: {
    status: 409,
    message:
      'This dispute can be decided once it waits for staff and the other party has been heard.',
  },
  ruling_changed: {
    status: 409,
    message: 'The draft of this decision has changed in the meantime. Look at the newer one.',
  },
  ruling_needs_another: {
    status: 409,
    message: 'Somebody else of the staff has to confirm a decision that you have drafted.',
  },
} as const
