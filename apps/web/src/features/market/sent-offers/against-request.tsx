import {
  complianceFlags,
  type Requirements,
  type Terms,
  termIds,
  termLabels,
} from '@semblance/contract'
import { CircleCheck, TriangleAlert } from 'lucide-react'

/** Lists the terms that miss the request; a hint, not a restriction. */
export function AgainstRequest({ terms, asked }: { terms: Terms; asked: Requirements }) {
  const flags = complianceFlags(terms, asked)
  const missed = termIds.filter((term) => flags[term])
  const isComplete = terms.priceCents > 0n && terms.timelineDays > 0
  if (missed.length === 0 && !isComplete) return null
  return (
    <div role="status" className="rounded-md border bg-sunken px-4 py-3 text-sm">
      {missed.length === 0 ? (
        <p className="flex items-start gap-2">
          <CircleCheck className="mt-0.5 size-4 shrink-0 text-st-success-fg" aria-hidden />
          Your terms meet the request.
        </p>
      ) : (
        <>
          <p className="flex items-start gap-2 font-medium text-st-warn-fg">
            <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
            The client will see that this misses the request
          </p>
          <ul className="mt-1.5 grid gap-1 pl-6">
            {missed.map((term) => (
              <li key={term}>
                <span className="text-muted-foreground">{termLabels[term]}:</span> {flags[term]}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
