import { type BudgetBand, budgetBands, type Category, categories } from '@semblance/contract'
import { usd } from '@/lib/format.ts'

export const tooFew = 'Not enough organizations'

/** Returns "Q3 2026" for the first day of a quarter. */
export function quarterName(startsOn: string): string {
  const [year, month] = startsOn.split('-')
  return `Q${(Number(month) + 2) / 3} ${year}`
}

/** Returns "Q3" with the year where it begins, for the axis of a plot. */
export function quarterTick(startsOn: string): string {
  const name = quarterName(startsOn)
  return name.startsWith('Q1') ? `Q1 ’${name.slice(-2)}` : name.slice(0, 2)
}

/** Returns "$5,000 – $10,000" for a band of budgets. */
export function bandName(band: BudgetBand): string {
  const index = budgetBands.indexOf(band)
  const dollars = (at: number) => usd(100 * Number(budgetBands[at]))
  if (index === 0) return `Below ${dollars(0)}`
  if (band === 'above') return `${dollars(index - 1)} and more`
  return `${dollars(index - 1)} – ${dollars(index)}`
}

export const categoryName = (key: Category | null): string =>
  key === null ? 'Other categories' : categories[key]

/** Returns "$9,000 – $18,000". */
export const rangeText = ({ lowCents, highCents }: { lowCents: bigint; highCents: bigint }) =>
  `${usd(lowCents)} – ${usd(highCents)}`

/** Explains how figures of the market are kept from telling of single companies. */
export const figureRules = [
  'Figures count calendar quarters that are over, computed once and the same for everyone: nothing changes from one day to the next.',
  'Behind each figure are at least five organizations besides you, none with more than half of what you do not know yourself. Organizations that are recognized as related count as one.',
  'Groups that are too small are counted with others, and what would tell of a few by comparison is left out, too. Counts are rounded to fives; ranges go from the mean of the lower half to the mean of the upper half, each of which keeps the same rule, rounded outward.',
  'Organizations of the same people that share no bank account, registration or domain are not recognized.',
] as const
