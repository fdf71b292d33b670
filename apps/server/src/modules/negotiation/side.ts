/** On which side of a deal an organization is. */
export type Side = 'client' | 'vendor'

export const otherSide = (side: Side): Side => (side === 'client' ? 'vendor' : 'client')
