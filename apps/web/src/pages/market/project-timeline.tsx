import { useQuery } from '@tanstack/react-query'
import { LifeBuoy } from 'lucide-react'
import { Link, useParams } from 'react-router'
import { PageHeader } from '@/components/blocks/page-header.tsx'
import { NotFoundState } from '@/components/blocks/states/not-found-state.tsx'
import { QueryState } from '@/components/blocks/states/query-state.tsx'
import { StatusBadge } from '@/components/blocks/states/status-badge.tsx'
import { Id } from '@/components/blocks/text/id.tsx'
import { Button } from '@/components/ui/button.tsx'
import { WorkPage } from '@/features/core/app-shell/pages/member-page.tsx'
import { ContactParty } from '@/features/market/contracts/contact-party.tsx'
import { ProjectTimeline } from '@/features/market/contracts/milestones/project-timeline.tsx'
import { orpc } from '@/lib/api/api.ts'
import type { PageQueries } from '@/lib/api/page-queries.ts'
import { paths } from '@/paths.ts'

const timelineQuery = (contractId: string) =>
  orpc.timelines.get.queryOptions({ input: { contractId } })

export const queries: PageQueries = ({ contractId = '' }) => [timelineQuery(contractId)]

export default function ProjectTimelinePage() {
  const { contractId = '' } = useParams()
  const query = useQuery(timelineQuery(contractId))
  const side = query.data?.side ?? 'vendor'
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
        {(timeline) => (
          <>
            <PageHeader
              back={{ label: 'Contract details', to: paths.contract(timeline.contractId) }}
              title="Project timeline"
              status={<StatusBadge domain="contract" status={timeline.status} />}
              meta={
                <>
                  <span>{timeline.title}</span>
                  <Id>{timeline.contractId}</Id>
                </>
              }
              actions={
                <>
                  <Button asChild variant="outline">
                    <Link to={`${paths.contactSupport}?contract=${timeline.contractId}`}>
                      <LifeBuoy aria-hidden />
                      Report Issue
                    </Link>
                  </Button>
                  <ContactParty contractId={timeline.contractId} side={timeline.side} />
                </>
              }
            />
            <ProjectTimeline timeline={timeline} />
          </>
        )}
      </QueryState>
    </WorkPage>
  )
}
