import { type DisputeFindings, type Finding, readFinding } from '@semblance/contract'

export type FindingSplit = NonNullable<Finding['split']>

/** Returns the split that the newest finding proposes; null without one, and while claims are measured. */
export function newestSplit(
  findings: Pick<DisputeFindings, 'state' | 'findings'> | null,
): FindingSplit | null {
  const [newest] = findings?.findings ?? []
  return newest && findings?.state === 'measured' ? (readFinding(newest.jws)?.split ?? null) : null
}
