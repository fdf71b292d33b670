/** States in a form that there is no minimum: a choice of its own, which an empty field is not. */
export const NO_MINIMUM = 'none'

/** Refuses a minimum that is neither stated nor chosen to be none. */
export const minimumMissing = 'Enter the minimum accuracy, or choose none'

/** Returns a stored minimum as the form holds it; stored ones without a value were chosen to be none. */
export const minimumText = (percent: number | null): string =>
  percent === null ? NO_MINIMUM : String(percent)
