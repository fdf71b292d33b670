import type { Side } from '@semblance/contract'
import { Link } from 'react-router'
import { EmptyState } from '@/components/blocks/states/empty-state.tsx'
import { Button } from '@/components/ui/button.tsx'
import { paths } from '@/paths.ts'
import type { useContractFilter } from './use-contracts.ts'

const beginnings = {
  client: {
    text: "A contract begins when you accept a vendor's offer.",
    to: paths.offers,
    label: 'Review offers',
  },
  vendor: {
    text: 'A contract is drawn up when a client accepts one of your offers.',
    to: paths.sentOffers,
    label: 'View My Offers',
  },
}

type NoContractsProps = { side: Side; filter: ReturnType<typeof useContractFilter> }

export function NoContracts({ side, filter }: NoContractsProps) {
  const { text, to, label } = beginnings[side]
  const isNarrowed = filter.search !== '' || (filter.status !== 'active' && filter.status !== 'all')
  if (isNarrowed)
    return (
      <div className="card">
        <EmptyState
          title="No contracts match"
          action={
            <Button variant="outline" onClick={() => filter.change({ search: '', status: 'all' })}>
              Show all contracts
            </Button>
          }
        >
          Try another status, or other words.
        </EmptyState>
      </div>
    )
  return (
    <div className="card">
      <EmptyState
        title={filter.status === 'active' ? 'No active contracts' : 'No contracts yet'}
        action={
          <>
            {filter.status === 'active' && (
              <Button variant="outline" onClick={() => filter.change({ status: 'ended' })}>
                Show ended contracts
              </Button>
            )}
            <Button asChild variant="outline">
              <Link to={to}>{label}</Link>
            </Button>
          </>
        }
      >
        {text}
      </EmptyState>
    </div>
  )
}
