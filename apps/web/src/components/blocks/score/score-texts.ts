import type { ScoredPart, VendorScore } from '@semblance/contract'
import { plural } from '@/lib/format.ts'

/** Says what a part of a score stands on. */
export function factOf({ id, count, figure }: ScoredPart): string {
  if (figure === null) return 'Too little is known to tell'
  switch (id) {
    case 'accuracy':
      return `${figure.toFixed(1)}% on average over ${plural(count, 'delivery', 'deliveries')}`
    case 'gate':
    case 'punctuality':
      return `${figure} of ${plural(count, 'delivery', 'deliveries')}`
    case 'reviews':
      return `${figure.toFixed(1)} of 5 stars from ${plural(count, 'review')}`
    case 'answers':
      return `${figure} of ${plural(count, 'conversation')} answered within a day`
  }
}

/** Writes the range of a score. */
export const rangeOf = ({ low, high }: NonNullable<VendorScore['total']>) => `${low} to ${high}`
