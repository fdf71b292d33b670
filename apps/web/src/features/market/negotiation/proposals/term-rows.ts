/** The terms as a reader sees them, one by one. */
import {
  type CurrentTerms,
  complianceFlags,
  describeChange,
  formatTerm,
  type TermId,
  termIds,
  termLabels,
} from '@semblance/contract'

export type TermRow = {
  id: TermId
  label: string
  current: string
  /** Null while no change of the term waits for an answer. */
  proposed: string | null
  /** The compliance check that the current value misses. */
  flag: string | null
}

/** Returns a row for each term, in the order of `termIds`. */
export function termRows({ values, requirements, pendingChanges }: CurrentTerms): TermRow[] {
  const flags = complianceFlags(values, requirements)
  return termIds.map((id) => {
    const change = pendingChanges.find(({ field }) => field === id)
    return {
      id,
      label: termLabels[id],
      current: formatTerm(id, values),
      proposed: change ? describeChange(change).to : null,
      flag: flags[id] ?? null,
    }
  })
}
