/** Lists the two sides of a deal: a client requests and pays, a vendor sends the data. */
export const sides = ['client', 'vendor'] as const
export type Side = (typeof sides)[number]

export const otherSide = (side: Side): Side => (side === 'client' ? 'vendor' : 'client')
