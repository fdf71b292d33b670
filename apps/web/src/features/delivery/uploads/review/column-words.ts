/** Describes columns of the review in words: their peculiarities, and the decisions they need. */
import type { ColumnKind, ColumnProfile, ReviewedTable } from '@semblance/contract'
import { percent } from '@/lib/format.ts'

export type ReviewedColumn = ReviewedTable['columns'][number]

export const kindLabels: Record<ColumnKind, string> = {
  integer: 'Whole number',
  number: 'Number',
  category: 'Category',
  boolean: 'Yes or no',
  date: 'Date',
  timestamp: 'Date and time',
  key: 'Key',
  text: 'Free text',
  pii: 'Personal data',
}

export type DecisionId = 'personal' | 'identifier' | 'free_text' | 'sentinel' | 'empty'

/** Describes a decision about a column: the evidence, the consequence, and the default. */
export type Decision = {
  id: DecisionId
  evidence: string
  consequence: string
  /** The label of the default. */
  asFound: string
  /** Proposes to count a number as missing. */
  asMissing?: { label: string; sentinel: number }
}

/** Returns the decision that a column needs as it was found; null for a clear one. */
export function decisionOf(
  { kind, personalData, missing }: ReviewedColumn,
  profile: ColumnProfile | undefined,
  rows: number,
): Decision | null {
  if (missing === 1)
    return {
      id: 'empty',
      evidence: 'No row has a value here.',
      consequence: 'An empty column costs privacy budget and tells the client nothing.',
      asFound: 'Keep it empty',
    }
  if (kind === 'pii')
    return {
      id: 'personal',
      evidence: `This names people: ${personalData?.replaceAll('_', ' ') ?? 'personal data'}.`,
      consequence: 'Such values are never learned; each is replaced by a made-up one.',
      asFound: 'Replace by made-up ones',
    }
  if (kind === 'text')
    return {
      id: 'free_text',
      evidence: 'Free text, which may name people.',
      consequence: 'Text is not synthesized: the column stays, without its texts.',
      asFound: 'Withhold the texts',
    }
  if (!profile) return null
  const filled = rows - profile.missing
  if (kind === 'key' && filled > 0 && profile.distinct === filled)
    return {
      id: 'identifier',
      evidence: 'Every value stands once: this names rows.',
      consequence: 'Identifiers are never learned; new ones of the same shape take their place.',
      asFound: 'Number afresh',
    }
  if (profile.sentinel)
    return {
      id: 'sentinel',
      evidence: `${profile.sentinel.value} stands in ${percent(profile.sentinel.rows / Math.max(1, rows))} of the rows and looks like a sign, not a number.`,
      consequence: `As a number it pulls mean and range. As missing, the twin leaves such cells empty, and its report says that ${profile.sentinel.value} stood for that.`,
      asFound: 'Keep as a number',
      asMissing: {
        label: `${profile.sentinel.value} means missing`,
        sentinel: Number(profile.sentinel.value),
      },
    }
  return null
}

/** Returns a remark on a column that needs no decision; null for none. */
export function noteOf(column: ReviewedColumn, profile: ColumnProfile | undefined): string | null {
  if (profile?.outlier)
    return `One value ${profile.outlier.value}, next ${profile.outlier.next}: rare values are pooled.`
  if (column.missing >= 0.5) return `${percent(column.missing)} missing`
  if (profile?.distinct === 1) return 'One value only: nothing to learn'
  return null
}

/** Returns two lines below a column's plot: its range, or its most frequent values. */
export function rangeOf(profile: ColumnProfile | undefined, rows: number): readonly string[] {
  if (!profile) return []
  const { range, plot, missing } = profile
  if (range) return [`${range.low} to ${range.high}`, `median ${range.median}`]
  if (plot?.type !== 'categories') return []
  const filled = Math.max(1, rows - missing)
  return plot.labels
    .slice(0, 2)
    .map((label, place) => `${label} ${percent((plot.counts[place] ?? 0) / filled, 0)}`)
}
