import type { GateItem, PublishedReport } from '@semblance/contract'
import { type Outcome, outcomeOf, outcomesText, qualityScore, worstOutcome } from '@semblance/plots'
import { count, percent, plural } from '@/lib/format.ts'

type Privacy = PublishedReport['privacy']

export type Judged = {
  tone: 'passed' | 'cannotTell' | 'failed'
  sentence: string
  /** Adds where the twin is weaker, and what is guaranteed and tested. */
  detail: string
  tally: { passed: number; cannotTell: number; failed: number }
}

type Delivered = {
  report: PublishedReport
  gate: readonly GateItem[] | null
  /** True where the comparison with the original is the vendor's word. */
  isMeasuredByVendor: boolean
  /** Names the table of the report, where the delivery has several. */
  table?: string | undefined
}

/** Judges a delivery by its agreed points and by the outcomes of its report, of which the worst sets the tone. */
export function judgeDelivery({ report, gate, isMeasuredByVendor, table }: Delivered): Judged {
  const { privacy, fidelity } = report
  const outcomes = privacy.checks.map(outcomeOf)
  const missed = gate?.filter(({ pass }) => !pass).length ?? 0
  return {
    tone: toneOf({ outcomes, missed, privacy, isMeasuredByVendor }),
    sentence: [
      agreedText(gate),
      `${table ? `${table}: it keeps` : 'It keeps'} ${qualityScore(fidelity).toFixed(1)}% of what a fresh real sample would${isMeasuredByVendor ? ', by the measurement of the vendor' : ''}.`,
    ]
      .filter(Boolean)
      .join(' '),
    detail: [
      accuracyText(fidelity),
      `${guaranteeOf(privacy, isMeasuredByVendor)}. ${outcomesText(outcomes)}.`,
    ]
      .filter(Boolean)
      .join(' '),
    tally: {
      passed: numberOf(outcomes, 'passed'),
      cannotTell: numberOf(outcomes, 'inconclusive'),
      failed: numberOf(outcomes, 'failed'),
    },
  }
}

type Found = {
  outcomes: Outcome[]
  missed: number
  privacy: Privacy
  isMeasuredByVendor: boolean
}

function toneOf({ outcomes, missed, privacy, isMeasuredByVendor }: Found): Judged['tone'] {
  if (missed > 0 || outcomes.includes('failed')) return 'failed'
  const isSure = privacy.mode === 'private' && !isMeasuredByVendor && outcomes.length > 0
  return isSure && worstOutcome(outcomes) === 'passed' ? 'passed' : 'cannotTell'
}

const numberOf = (outcomes: Outcome[], wanted: Outcome) =>
  outcomes.filter((outcome) => outcome === wanted).length

function agreedText(gate: Delivered['gate']): string | null {
  if (!gate || gate.length === 0) return null
  const met = gate.filter(({ pass }) => pass).length
  const points = plural(gate.length, 'agreed point')
  if (met < gate.length) return `Misses ${gate.length - met} of ${points}.`
  return gate.length === 1 ? 'Meets the one agreed point.' : `Meets all ${points}.`
}

function accuracyText({ accuracy }: PublishedReport['fidelity']): string | null {
  if (!accuracy) return null
  const { univariate, bivariate, trivariate } = accuracy
  return `In absolute agreement, columns alone reach ${percent(univariate, 0)}, pairs ${percent(bivariate, 0)}, three together ${percent(trivariate, 0)}.`
}

function guaranteeOf({ mode, epsilon }: Privacy, isMeasuredByVendor: boolean): string {
  if (mode === 'protected' || epsilon === null) return 'Protected mode: no formal guarantee'
  return isMeasuredByVendor ? `The vendor states ε = ${epsilon}` : `ε = ${epsilon} guaranteed`
}

/** Returns the tally in words, for the line below its number. */
export function tallyText({ cannotTell, failed }: Judged['tally'], rows: number): string {
  const rest = [
    ...(failed > 0 ? [`${failed} not passed`] : []),
    ...(cannotTell > 0 ? [`${cannotTell} cannot tell`] : []),
  ]
  return ['passed', ...rest].join(', ').concat(` at ${count(rows)} rows`)
}
