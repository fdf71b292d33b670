import type { Side } from '@semblance/contract'

/** Labels the reader's own messages. */
export const ownLabels: Record<Side, string> = { client: 'You', vendor: 'Your Company' }
