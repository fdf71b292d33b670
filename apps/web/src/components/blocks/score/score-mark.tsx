import { useQuery } from '@tanstack/react-query'
import { Gauge } from 'lucide-react'
import { orpc } from '@/lib/api/api.ts'
import { rangeOf } from './score-texts.ts'

type ScoreMarkProps = {
  vendorId: string
  /** Lists the vendors of the list around it, whose scores are read in one call. */
  among: readonly string[]
}

/** Shows a vendor's quality score with its range in a line. */
export function ScoreMark({ vendorId, among }: ScoreMarkProps) {
  const vendorIds = [...new Set([vendorId, ...among.slice(0, 49)])].toSorted()
  const query = useQuery(orpc.scores.many.queryOptions({ input: { vendorIds } }))
  if (!query.data) return null
  const total = query.data.find((score) => score.vendorId === vendorId)?.total
  return (
    <span className="num inline-flex items-center gap-1 text-sm">
      <Gauge className="size-3.5 shrink-0" aria-hidden />
      {total ? (
        <span>
          Quality <span className="font-medium text-foreground">{total.value}</span> (
          {rangeOf(total)})
        </span>
      ) : (
        'Quality: too few deliveries to tell'
      )}
    </span>
  )
}
