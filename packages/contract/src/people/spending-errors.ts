/** Errors of limits and approvals. */
export const spendingErrors = {
  approval_needed: {
    status: 409,
    message: 'This is above a limit of your organization. Ask for an approval first.',
  },
  approval_not_needed: {
    status: 409,
    message: 'You can pay for this offer without asking; nothing was sent.',
  },
  approval_waiting: {
    status: 409,
    message: 'An approval of this offer has been asked for already. Wait for its answer.',
  },
  approval_decided: {
    status: 409,
    message: 'This has been decided or has ended in the meantime; nothing was changed.',
  },
  own_approval: { status: 403, message: 'Somebody else has to decide on what you asked for.' },
  above_own_limit: {
    status: 403,
    message: 'This is more than your own limit lets you approve.',
  },
  no_approver: {
    status: 409,
    message:
      'Nobody else in your organization may approve this. An administrator can appoint approvers.',
  },
} as const
