/** Lists the errors of findings; `errors.ts` joins them with all others. */
export const findingErrors = {
  finding_replaced: {
    status: 409,
    message: 'A newer finding has taken the place of this one; nothing was changed.',
  },
  finding_without_split: { status: 409, message: 'This finding proposes no split.' },
} as const
