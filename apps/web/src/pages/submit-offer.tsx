import { type DprDetail, dprStatusLabels } from '@semblance/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import { NotFoundState } from '@/components/blocks/not-found-state.tsx'
import { PageHeader } from '@/components/blocks/page-header.tsx'
import { QueryState } from '@/components/blocks/query-state.tsx'
import { StatusBadge } from '@/components/blocks/status-badge.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { DprQuestions } from '@/features/dprs/dpr-questions.tsx'
import { SampleFileField } from '@/features/explore/sample-file.tsx'
import { sendSample } from '@/features/explore/send-sample.ts'
import { DprBrief } from '@/features/market/dpr-brief.tsx'
import { InvitationNote } from '@/features/sent-offers/invitation-note.tsx'
import { OfferForm } from '@/features/sent-offers/offer-form.tsx'
import { OfferRefusal, offerRefusal } from '@/features/sent-offers/offer-refusal.tsx'
import { SideOnly } from '@/features/shell/side-only.tsx'
import { WorkPage } from '@/features/shell/work-page.tsx'
import { orpc } from '@/lib/api.ts'
import type { PageQueries } from '@/lib/page-queries.ts'
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
                status={<StatusBadge status={dprStatusLabels[dpr.status]} />}
                meta={<span className="mono">{dpr.id}</span>}
              />
              <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
                <div className="grid min-w-0 gap-5">
                  <InvitationNote dpr={dpr} />
                  <DprBrief dpr={dpr} />
                  <DprQuestions dprId={dpr.id} />
                </div>
                {refusal ? (
                  <OfferRefusal dpr={dpr} reason={refusal} />
                ) : (
                  <SideOnly side="vendor">
                    <OfferWithSample dpr={dpr} />
                  </SideOnly>
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
