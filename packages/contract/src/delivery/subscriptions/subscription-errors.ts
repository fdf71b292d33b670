/** Lists the errors of subscriptions; `listing-errors.ts` joins them with those of listings. */
export const subscriptionErrors = {
  subscription_exists: {
    status: 409,
    message: 'Your organization has a subscription to this listing already.',
  },
  subscription_fixed: {
    status: 409,
    message: 'The subscription is in a state in which this cannot be done. Nothing was changed.',
  },
  subscription_over_limit: {
    status: 409,
    message:
      "The privacy limit of the vendor's source leaves no room for all revisions of this subscription. Nothing was started.",
  },
  subscription_unaccounted: {
    status: 409,
    message:
      'No privacy account is on record for this twin, so that nobody can say what further revisions cost.',
  },
  source_bound: {
    status: 409,
    message:
      'Revisions of a subscription are charged to the source that it promises, and to no other.',
  },
  revision_open: {
    status: 409,
    message: 'A revision is under way. The next one opens once it is over.',
  },
  revision_closed: {
    status: 409,
    message: 'This revision cannot be ordered any more. Nothing was bought.',
  },
  revision_fixed: {
    status: 409,
    message:
      'This is a revision of a subscription: its terms are fixed, and a delivery is not sent back. If it is not as agreed, open a dispute.',
  },
} as const
