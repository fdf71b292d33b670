import { MAX_DRAWN_VALUES } from '@semblance/contract'

/** Limits what a model may have drawn over all tables, also a vendor's own: values, which are rows times columns, and bytes. */
export const DRAWING_LIMITS = { values: MAX_DRAWN_VALUES, bytes: 20 * 2 ** 30 }
