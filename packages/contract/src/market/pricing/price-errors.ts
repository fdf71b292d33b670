/** Lists the errors of prices that depend on the accuracy; `errors.ts` joins them with all others. */
export const priceErrors = {
  price_terms_incomplete: {
    status: 400,
    message:
      'A price that depends on the accuracy needs all three: the minimum accuracy, the accuracy for the full price and the price at the minimum.',
  },
  target_below_minimum: {
    status: 400,
    message: 'The accuracy for the full price is the minimum accuracy or more.',
  },
  floor_below_released: {
    status: 409,
    message:
      'The price at the minimum accuracy must not be less than the share that is released at the start.',
  },
} as const
