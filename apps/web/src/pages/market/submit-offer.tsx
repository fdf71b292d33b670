import type { DprDetail } from '@semblance/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import { PageHeader } from '@/components/blocks/page-header.tsx'
import { RoleGate } from '@/components/blocks/role-gate.tsx'
import { NotFoundState } from '@/components/blocks/states/not-found-state.tsx'
import { QueryState } from '@/components/blocks/states/query-state.tsx'
import { StatusBadge } from '@/components/blocks/states/status-badge.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { WorkPage } from '@/features/core/app-shell/pages/member-page.tsx'
import { RequireSide } from '@/features/core/app-shell/pages/require-side.tsx'
import { SampleFileField } from '@/features/delivery/explore/sample-file.tsx'
import { sendSample } from '@/features/delivery/explore/send-sample.ts'
import { DprQuestions } from '@/features/market/dprs/questions/dpr-questions.tsx'
import { DprBrief } from '@/features/market/marketplace/dpr-brief.tsx'
import { InvitationNote } from '@/features/market/sent-offers/invitation-note.tsx'
import { OfferForm } from '@/features/market/sent-offers/offer-form.tsx'
import { OfferRefusal, offerRefusal } from '@/features/market/sent-offers/offer-unavailable.tsx'
import { ReadinessBeforeOffer } from '@/features/money/payouts/payout-readiness.tsx'
import { orpc } from '@/lib/api/api.ts'
import type { PageQueries } from '@/lib/api/page-queries.ts'
import { paths } from '@/paths.ts'

const dprQuery = (dprId: string) => orpc.dprs.get.queryOptions({ input: { dprId } })

export const queries: PageQueries = ({ dprId = '' }) => [dprQuery(dprId)]

export default function SubmitOfferPage() {
  const { dprId = '' } = useParams()
  const query = useQuery(dprQuery(dprId))
  const back = { label: 'Back to Marketplace', to: paths.marketplace }
  return (
    <WorkPage
      side="vendor"
      title={query.data ? `Submit offer: ${query.data.title}` : 'Submit offer'}
    >
      <QueryState
        query={query}
        errorTitle="The request did not load"
        isPage
        notFound={<NotFoundState record="request" back={back} />}
      >
        {(dpr) => {
          const refusal = offerRefusal(dpr)
          return (
            <>
              <PageHeader
                back={back}
                title={dpr.title}
                status={<StatusBadge domain="dpr" status={dpr.status} />}
                meta={<span className="mono">{dpr.id}</span>}
              />
              <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
                <div className="grid min-w-0 gap-5 max-lg:order-last">
                  <InvitationNote dpr={dpr} />
                  <DprBrief dpr={dpr} />
                  <DprQuestions dprId={dpr.id} />
                </div>
                {refusal ? (
                  <OfferRefusal dpr={dpr} reason={refusal} />
                ) : (
                  <RequireSide side="vendor">
                    <RoleGate procedure="offers.submit" to="send offers" className="card p-5">
                      <div className="grid min-w-0 gap-5">
                        <ReadinessBeforeOffer />
                        <OfferWithSample dpr={dpr} />
                      </div>
                    </RoleGate>
                  </RequireSide>
                )}
              </div>
            </>
          )
        }}
      </QueryState>
    </WorkPage>
  )
}

/** The offer is there even where its sample does not arrive: that can be sent again from the offer. */
function OfferWithSample({ dpr }: { dpr: DprDetail }) {
  const [file, setFile] = useState<File | null>(null)
  const afterSubmit = async (offerId: string) => {
    if (!file) return
    try {
      await sendSample(offerId, file)
    } catch (error) {
      const { message } = error as Error
      notify.error('Sample not sent', `${message} The offer itself has been sent.`)
    }
  }
  return (
    <OfferForm
      dpr={dpr}
      sampleFile={<SampleFileField file={file} onFileChange={setFile} />}
      afterSubmit={afterSubmit}
    />
  )
}
