import type { Side } from '@semblance/contract'

/** How one's own messages are signed. */
export const ownLabels: Record<Side, string> = { client: 'You', vendor: 'Your Company' }
