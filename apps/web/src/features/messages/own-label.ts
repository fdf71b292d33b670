import type { Side } from '@/lib/last-side.ts'

/** How one's own messages are signed. */
export const ownLabels: Record<Side, string> = { client: 'You', vendor: 'Your Company' }
