import { useQuery } from '@tanstack/react-query'
import { Scale } from 'lucide-react'
import { Link } from 'react-router'
import { StatusBadge } from '@/components/blocks/states/status-badge.tsx'
import { date } from '@/lib/format.ts'
import { paths } from '@/paths.ts'
import { disputesQuery } from './contract-disputes.tsx'

/** Lists a contract's disputes, newest first; belongs in a list. */
export function DisputeRows({ contractId }: { contractId: string }) {
  const { data = [] } = useQuery(disputesQuery(contractId))
  return data.map(({ id, status, openedAt }) => (
    <li key={id} className="flex items-center gap-3 py-2.5">
      <span
        aria-hidden
        className="grid size-8 shrink-0 place-items-center rounded-sm bg-muted text-muted-foreground"
      >
        <Scale className="size-4" />
      </span>
      <div className="min-w-0 flex-1">
        <Link to={paths.dispute(contractId)} className="link">
          Dispute {id}
        </Link>
        <div className="num text-muted-foreground text-xs">opened {date(openedAt)}</div>
      </div>
      <StatusBadge domain="dispute" status={status} bare />
    </li>
  ))
}
