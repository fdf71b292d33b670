import shell from '../../../../../../docs/quick-start/deal.sh?raw'
import typescript from '../../../../../../docs/quick-start/deal.ts?raw'

/** Holds the programs of the quick start, word for word as docs/quick-start has them. */
export const programs = [
  { name: 'TypeScript', file: 'deal.ts', text: typescript },
  { name: 'curl', file: 'deal.sh', text: shell },
] as const
