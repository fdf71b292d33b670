/** Describes what measurements together may disclose about a row; rounded up, so that no figure promises too much. */
import type { SourceAccount } from './sources.ts'

type Account = Omit<SourceAccount, 'sourceId'>

/** Returns an epsilon with two decimals at most: "2.98". */
export const epsilonText = (epsilon: number): string =>
  String(Math.ceil(epsilon * 100 - 1e-9) / 100)

/** Returns "nothing", or both parameters: "ε 4.36, δ 2e-6". */
export function guaranteeText({ epsilon, delta }: Account['with']): string {
  if (epsilon === 0) return 'nothing'
  return `ε ${epsilonText(epsilon)}, δ ${deltaText(delta)}`
}

export function deltaText(delta: number): string {
  const power = Math.floor(Math.log10(delta))
  const digits = Math.ceil((delta / 10 ** power) * 10 - 1e-9) / 10
  return digits >= 10 ? `1e${power + 1}` : `${digits}e${power}`
}

/** Returns the facts of an account in their order: before, together, limit, and what the rows were drawn from. */
export function accountFacts({ before, with: both, limitEpsilon, drawnFrom }: Account) {
  return [
    { label: 'Earlier measurements of the source', value: guaranteeText(before) },
    { label: 'All together, per row', value: guaranteeText(both) },
    { label: "The vendor's limit", value: `ε ${epsilonText(limitEpsilon)}` },
    ...(drawnFrom
      ? [
          {
            label: 'Rows drawn from an earlier measurement',
            value: `${guaranteeText(drawnFrom)}, of ${drawnFrom.measuredAt.slice(0, 10)}`,
          },
          { label: 'ID of that measurement', value: drawnFrom.id },
        ]
      : []),
  ]
}

/** Returns which measurement a delivery's rows were drawn from, and what is left to pay then. */
export const drawnText = (drawnFrom: NonNullable<Account['drawnFrom']>): string =>
  `The rows were drawn from the model of an earlier measurement of the same files, of ${drawnFrom.measuredAt.slice(0, 10)} (${guaranteeText(drawnFrom)}; ID ${drawnFrom.id}), which is one of those: drawing tells nothing more about any row. What this delivery adds are the figures of its own report.`

/** Returns a few sentences about the place of a delivery, which its vendor may have measured, in the account of its source. */
export function accountText(
  { before, with: both, limitEpsilon, runs, choice, drawnFrom }: Account,
  isMeasuredByVendor: boolean,
  isForListing = false,
): string {
  const first =
    before.epsilon === 0
      ? 'No earlier measurement is entered in the account of this source.'
      : `Earlier measurements of this source: ${guaranteeText(before)}.`
  const drawn = drawnFrom ? ` ${drawnText(drawnFrom)}` : ''
  const all = `${first}${drawn} All together, per row: ${guaranteeText(both)}. The vendor's limit: ε ${epsilonText(limitEpsilon)}.`
  if (choice) return `${all} ${choiceText(choice, 'copy')}`
  if (runs === undefined || runs < 2) return all
  return `${all} ${runsText(runs, isMeasuredByVendor, isForListing)}`
}

/** Returns how far a choice among the measured runs of a contract, or of twins for listings, is covered by their account. */
export const runsText = (
  runs: number,
  isMeasuredByVendor: boolean,
  isForListing = false,
): string => {
  const entered = `For ${isForListing ? 'listings' : 'this contract'}, ${runs} runs on this source are entered in its account, and this is the last`
  return isMeasuredByVendor
    ? `${entered}. A choice among these is covered; Semblance cannot tell whether the vendor made others that it did not announce.`
    : `${entered}, so that the choice among these is covered.`
}

/** Returns how many runs the vendor of a twin that is sold as copies could choose from, when a copy was made or so far. */
export function choiceText(
  { runs, with: all }: NonNullable<Account['choice']>,
  at: 'copy' | 'listing',
): string {
  const [then, until] =
    at === 'copy' ? ['When this copy was made', 'by then'] : ['So far', 'so far']
  if (runs < 2)
    return `${then}, the run that made this twin is the only one for a delivery or a listing that is entered in the account of this source.`
  return `${then}, ${runs} runs for deliveries and listings on this source are entered in its account, this twin's among them, and its vendor chose which twin to sell. All measurements of the source ${until}, per row: ${guaranteeText(all)}, so that the choice among these is covered.`
}

/** Returns what an account cannot hold; less is known of rows that only their vendor has seen, or that were read in place. */
export const accountLimits = (isMeasuredByVendor: boolean, isConnected = false): string =>
  `Copies of the same data that the vendor named otherwise, or that others hold, are not included: ${isMeasuredByVendor ? seenByVendor : isConnected ? seenInPlace : seenHere}`

const seenHere =
  'Of rows that it read itself, Semblance knows most again, but not small extracts, tables of few distinct rows, changed values, or columns added, left out or renamed; of rows that a vendor measured on its own premises, at most those of files whose keyed hashes the vendor sent.'

const seenInPlace =
  'Semblance read the data where it is. It knows a table of a warehouse again by its place and by the rows of samples, and files of a bucket by their rows, but not small extracts, changed values, or columns added, left out or renamed.'

const seenByVendor =
  'Semblance has not seen these rows, and knows them again at most by keyed hashes that the vendor sent of files, as it made them; of tables in a database there are none.'
