/** Writes what a finding says, for pages, mails and the command line. */
import { dataFormatLabels, wholeNumber } from '../../market/terms.ts'
import {
  type Finding,
  type FindingOutcome,
  findingOutcomes,
  findingReasonTexts,
  type JudgedClaim,
  type NoisyPercent,
} from './findings.ts'

/** Returns the outcomes of all claims in a few words: "Of 3 claims, 2 are confirmed, 1 is refuted". */
export function outcomesOfFinding({ claims }: Pick<Finding, 'claims'>): string {
  const [sole, ...others] = claims
  if (sole && others.length === 0) return soleOutcomes[sole.outcome]
  const parts = findingOutcomes.flatMap((outcome) => {
    const count = claims.filter((one) => one.outcome === outcome).length
    return count === 0 ? [] : [countText(outcome, count)]
  })
  return `Of ${claims.length} claims, ${parts.join(', ')}`
}

const soleOutcomes: Record<FindingOutcome, string> = {
  confirmed: 'The claim is confirmed',
  refuted: 'The claim is refuted',
  inconclusive: 'The measurement cannot tell whether the claim holds',
}

function countText(outcome: FindingOutcome, count: number): string {
  if (outcome === 'inconclusive') return `for ${count} the measurement cannot tell`
  return `${count} ${count === 1 ? 'is' : 'are'} ${outcome}`
}

/** Returns what was measured about a claim, in a sentence or two; the reason where nothing can be said. */
export function foundText({ claim, measured, reason }: Omit<JudgedClaim, 'id'>): string {
  const why = reason ? findingReasonTexts[reason] : ''
  if (!measured) return why
  return `${figuresText(claim, measured)} ${why}`.trim()
}

function figuresText(
  claim: JudgedClaim['claim'],
  measured: NonNullable<JudgedClaim['measured']>,
): string {
  const n = wholeNumber.format
  switch (measured.type) {
    case 'column_rule':
      return brokenText(claim, measured)
    case 'records': {
      const { found, wanted, tolerated } = measured
      return `${n(found)} records in the largest table; ${n(wanted)} were agreed. The check at the delivery lets up to ${n(tolerated)} fewer pass, as noise moves the number.`
    }
    case 'accuracy':
      return `${percentText(measured.found)}, against ${measured.wantedPercent}%; the report states ${measured.reportedPercent}%. Single columns and pairs are held against the noisy counts kept of the original, triples are as reported.`
    case 'pair':
      return `They agree with the original in ${percentText(measured.found)}, by the noisy counts that were kept of it; the report states ${measured.wantedPercent}% for pairs on average.`
    case 'format':
      return measured.tables.map((one) => formatText(one, claim)).join(' ')
  }
}

function brokenText(
  claim: JudgedClaim['claim'],
  { rows, breaking }: { rows: number; breaking: number },
): string {
  const n = wholeNumber.format
  if (claim.type === 'column_rule' && claim.rule.check === 'rows')
    return `The table has ${n(rows)} rows.`
  const share = rows > 0 ? ` (${shareText(breaking / rows)})` : ''
  return `${n(breaking)} of ${n(rows)} rows ${breaking === 1 ? 'breaks' : 'break'} it${share}.`
}

/** Returns a share in percent with one decimal, and in words where that would round to none or all. */
function shareText(share: number): string {
  if (share > 0 && share < 0.001) return 'less than 0.1%'
  if (share < 1 && share > 0.999) return 'nearly all'
  return `${(100 * share).toFixed(1)}%`
}

function formatText(
  {
    table,
    file,
    isReadable,
    isSameTable,
  }: {
    table: string
    file: string | null
    isReadable: boolean
    isSameTable: boolean
  },
  claim: JudgedClaim['claim'],
): string {
  const format = claim.type === 'format' ? dataFormatLabels[claim.format] : ''
  if (file === null) return `The certificate names no ${format} file of ${table}.`
  if (!isReadable) return `${file} cannot be read as ${format}.`
  return isSameTable
    ? `${file} reads as ${format}, with all columns and rows of the table.`
    : `${file} reads as ${format}, but columns or rows are not those of the table.`
}

/** The interval alone: a twin follows the noise that it was made with, so that the value flatters it. */
const percentText = ({ low, high }: NoisyPercent) =>
  `${low.toFixed(1)}% to ${high.toFixed(1)}%, with 95% confidence`
