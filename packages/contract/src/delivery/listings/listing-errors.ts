import { subscriptionErrors } from '../subscriptions/subscription-errors.ts'

/** Lists the errors of listings and of subscriptions to them; `errors.ts` joins them with all others. */
export const listingErrors = {
  ...subscriptionErrors,
  listing_changed: {
    status: 409,
    message:
      'The vendor has changed this listing since you opened it. Nothing was bought; look at it again.',
  },
  listing_not_for_sale: {
    status: 409,
    message: 'This listing is not for sale any more. Nothing was bought.',
  },
  own_listing: { status: 409, message: 'This is a listing of your own organization.' },
  listing_incomplete: {
    status: 409,
    message: 'Something is missing before this can be published.',
  },
  listing_fixed: {
    status: 409,
    message: 'This listing cannot be changed in its present state.',
  },
  listing_exists: { status: 409, message: 'You have listed the twin of this delivery already.' },
  too_many_twins: {
    status: 409,
    message:
      'At most 20 twins can be under way at a time. Finish one, or give one up, before you begin another.',
  },
  update_under_way: {
    status: 503,
    message: 'Semblance is being updated, and cannot begin this yet. Try again in a few minutes.',
  },
  delivery_not_listable: {
    status: 409,
    message:
      'Only a twin that Semblance made itself, with a formal privacy guarantee, and that its client has accepted can be listed.',
  },
  purchase_fixed: {
    status: 409,
    message:
      'This was bought as it is listed: its terms are fixed, and the platform delivers the listed twin by itself. If it is not as listed, open a dispute.',
  },
} as const
