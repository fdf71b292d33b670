import { categories, deliveryCan, privacyLevelLabels, type Twin } from '@semblance/contract'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { PageHeader } from '@/components/blocks/page-header.tsx'
import { NotFoundState } from '@/components/blocks/states/not-found-state.tsx'
import { isUnreachable, QueryState } from '@/components/blocks/states/query-state.tsx'
import { StatusBadge } from '@/components/blocks/states/status-badge.tsx'
import { WorkPage } from '@/features/core/app-shell/pages/member-page.tsx'
import { RequireSide } from '@/features/core/app-shell/pages/require-side.tsx'
import { DeliveryGate } from '@/features/delivery/deliveries/delivery-gate.tsx'
import { BeginTwin } from '@/features/delivery/listings/twins/begin-twin.tsx'
import { MadeTwin } from '@/features/delivery/listings/twins/made-twin.tsx'
import { TwinSteps } from '@/features/delivery/listings/twins/twin-steps.tsx'
import { CancelTwin } from '@/features/delivery/uploads/cancel-twin.tsx'
import { TwinDesk } from '@/features/delivery/uploads/twin-desk.tsx'
import { pollOf } from '@/features/delivery/uploads/under-way.tsx'
import { orpc } from '@/lib/api/api.ts'
import { toProblem } from '@/lib/api/api-errors.ts'
import { queriesForRole } from '@/lib/api/page-queries.ts'
import { cn } from '@/lib/cn.ts'
import { date } from '@/lib/format.ts'
import { paths } from '@/paths.ts'

const twinQuery = (twinId: string) => orpc.twins.get.queryOptions({ input: { twinId } })

export const queries = queriesForRole('vendor', ({ twinId = '' }) => [twinQuery(twinId)])

export default function MeasureTwinPage() {
  const { twinId = '' } = useParams()
  return (
    <WorkPage side="vendor" title="Twin for a listing">
      <RequireSide side="vendor" otherwise={<OtherSide />}>
        <MeasuredTwin twinId={twinId} />
      </RequireSide>
    </WorkPage>
  )
}

/** Explains, under the page's title, why a member of the other side sees no twin here. */
const OtherSide = () => (
  <>
    <PageHeader title="Twin for a listing" />
    <RequireSide side="vendor">{null}</RequireSide>
  </>
)

const back = { label: 'Listings', to: paths.ownListings }

function MeasuredTwin({ twinId }: { twinId: string }) {
  const query = useQuery({
    ...twinQuery(twinId),
    refetchInterval: (current) => pollOf(current.state.data?.delivery),
  })
  return (
    <QueryState
      query={query}
      errorTitle="This twin did not load"
      isPage
      isNotFound={(error) => isUnreachable(error) || toProblem(error).code === 'bad_input'}
      notFound={<NotFoundState record="twin" back={{ ...back, label: 'Back to your listings' }} />}
    >
      {(twin) => (
        <>
          <PageHeader
            back={back}
            title={twin.title}
            status={<StatusBadge domain="twin" status={twin.delivery.status} />}
            meta={
              <>
                <span>{categories[twin.category]}</span>
                <span>Privacy {privacyLevelLabels[twin.privacyLevel]}</span>
                <span>Begun {date(twin.delivery.createdAt)}</span>
              </>
            }
            actions={deliveryCan.cancel(twin.delivery.status) && <CancelTwin twin={twin} />}
          />
          <Desk twin={twin} />
        </>
      )}
    </QueryState>
  )
}

/** Shows the steps of a twin next to the form for its files. */
function Desk({ twin }: { twin: Twin }) {
  const { delivery } = twin
  const hasSteps = delivery.status === 'draft' || delivery.status === 'inspecting'
  return (
    <div
      className={cn(
        'grid grid-cols-[minmax(0,1fr)] items-start gap-5',
        hasSteps && 'lg:grid-cols-[minmax(0,1fr)_372px]',
      )}
    >
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-5">
        <TwinDesk
          twin={twin}
          made={<MadeTwin twin={twin} />}
          again={<BeginTwin label="Begin Another" like={twin} />}
        />
        <DeliveryGate delivery={delivery} subject="listing" />
      </div>
      {hasSteps && <TwinSteps status={delivery.status} />}
    </div>
  )
}
