import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { NotFoundState } from '@/components/blocks/states/not-found-state.tsx'
import { QueryState } from '@/components/blocks/states/query-state.tsx'
import { WorkPage } from '@/features/core/app-shell/pages/member-page.tsx'
import { ContractFrame } from '@/features/market/contracts/contract-frame.tsx'
import { contractQuery, useContract } from '@/features/market/contracts/contract-query.ts'
import { ProjectTimeline } from '@/features/market/contracts/milestones/project-timeline.tsx'
import { orpc } from '@/lib/api/api.ts'
import type { PageQueries } from '@/lib/api/page-queries.ts'
import { paths } from '@/paths.ts'

const timelineQuery = (contractId: string) =>
  orpc.timelines.get.queryOptions({ input: { contractId } })

export const queries: PageQueries = ({ contractId = '' }) => [
  contractQuery(contractId),
  timelineQuery(contractId),
]

export default function ProjectTimelinePage() {
  const { contractId = '' } = useParams()
  const { query, side } = useContract(contractId)
  return (
    <WorkPage
      side={side}
      title={query.data ? `Project timeline of ${contractId}` : 'Project timeline'}
    >
      <QueryState
        query={query}
        errorTitle="The timeline did not load"
        isPage
        notFound={
          <NotFoundState
            record="timeline"
            back={{ label: 'Back to contracts', to: paths.vendorContracts }}
          />
        }
      >
        {(contract) => (
          <ContractFrame contract={contract} tab="timeline">
            <Phases contractId={contract.id} />
          </ContractFrame>
        )}
      </QueryState>
    </WorkPage>
  )
}

function Phases({ contractId }: { contractId: string }) {
  const query = useQuery(timelineQuery(contractId))
  return (
    <QueryState query={query} errorTitle="The timeline did not load">
      {(timeline) => <ProjectTimeline timeline={timeline} />}
    </QueryState>
  )
}
