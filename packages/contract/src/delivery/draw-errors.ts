/** Lists the errors of draws; `errors.ts` joins them with all others. */
export const drawErrors = {
  draws_not_granted: { status: 409, message: 'This contract grants no rows beyond its delivery.' },
  draws_not_open: {
    status: 409,
    message:
      'More rows can be drawn once the contract is completed, and not where its vendor was paid nothing.',
  },
  draws_used_up: {
    status: 409,
    message: 'All draws that this contract grants have been made.',
  },
  draw_underway: {
    status: 409,
    message: 'Rows are being drawn under this contract. Wait until they are there.',
  },
  draw_license_ended: {
    status: 409,
    message: 'The license of this delivery has ended, under which more rows would come.',
  },
  draw_without_model: {
    status: 409,
    message:
      'What was measured for this delivery is no longer kept, so that no rows can be drawn from it.',
  },
} as const
