import {
  describeOverlap,
  offerCan,
  type SamplePreview,
  type SentOfferDetail,
  type SourceChoice,
} from '@semblance/contract'
import { qualityFact } from '@semblance/plots'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Telescope, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { Panel } from '@/components/blocks/panel.tsx'
import { SourceField } from '@/components/blocks/sources/source-field.tsx'
import { QueryState } from '@/components/blocks/states/query-state.tsx'
import { DescriptionList } from '@/components/blocks/text/description-list.tsx'
import { TimeText } from '@/components/blocks/text/time-text.tsx'
import { Button } from '@/components/ui/button.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { toProblem } from '@/lib/api/api-errors.ts'
import { count, dateTime, fileSize } from '@/lib/format.ts'
import { useMayCall } from '@/lib/session/may.ts'
import { useRequireSignIn } from '@/lib/session/require-sign-in.tsx'
import { useAuth } from '@/lib/session/session.tsx'
import { paths } from '@/paths.ts'
import { SamplePicker, sampleHint } from './sample-file.tsx'
import { sendSample } from './send-sample.ts'

export const sampleQuery = (offerId: string) =>
  orpc.previews.sample.queryOptions({ input: { offerId } })

/**
 * Shows the vendor's sample of an offer: its state, and buttons to send, replace or withdraw it.
 */
export function SamplePanel({ offer }: { offer: Pick<SentOfferDetail, 'id' | 'status'> }) {
  const query = useQuery(sampleQuery(offer.id))
  return (
    <Panel title="Preview for the client">
      <QueryState query={query} errorTitle="The sample did not load">
        {(sample) => (
          <div className="grid gap-3">
            {sample ? (
              <State sample={sample} />
            ) : (
              <p className="text-muted-foreground">{sampleHint}</p>
            )}
            <Actions offer={offer} sample={sample} />
          </div>
        )}
      </QueryState>
    </Panel>
  )
}

const stateTexts = {
  making: 'The synthetic rows are being made. This takes a minute or two.',
  held: 'A problem on our side keeps the synthetic rows from being made. Your sample is kept, sealed; you need not send it again.',
  ready:
    'The client can explore the synthetic rows. We no longer have the key of your sample; hashes of its rows remain, by which we know the same data again.',
  loaded:
    'The client can explore the synthetic rows. They came with the sample marketplace: no sample was sent for them.',
}

function State({
  sample: { fileName, fileBytes, state, reason, figures, recognized, heldSince, isLoaded },
}: {
  sample: SamplePreview
}) {
  const score = figures && qualityFact(figures.accuracy, figures.qualityScore)
  return (
    <>
      <p className="text-sm">
        <span className="mono [overflow-wrap:anywhere]">{fileName}</span>{' '}
        <span className="num text-muted-foreground">{fileSize(fileBytes)}</span>
      </p>
      <p role="status" className={state === 'refused' ? 'text-st-danger-fg' : undefined}>
        {state === 'refused'
          ? `No preview was made. ${reason}`
          : stateTexts[heldSince ? 'held' : isLoaded ? 'loaded' : state]}
        {heldSince && (
          <>
            {' '}
            Since <TimeText at={heldSince} show={dateTime} />.
          </>
        )}
      </p>
      {state === 'ready' && recognized && (
        <p className="text-muted-foreground text-sm">
          {describeOverlap(recognized)} The preview was charged to that source.
        </p>
      )}
      {figures && score && (
        <DescriptionList
          rows={[
            { term: 'Synthetic rows', value: count(figures.rows) },
            { term: 'Columns', value: count(figures.columns) },
            { term: score.label, value: `${score.value} ${score.note}` },
            ...(figures.epsilon === null
              ? []
              : [{ term: 'Privacy loss (epsilon)', value: String(figures.epsilon) }]),
          ]}
        />
      )}
    </>
  )
}

type ActionsProps = { offer: Pick<SentOfferDetail, 'id' | 'status'>; sample: SamplePreview | null }

function Actions({ offer, sample }: ActionsProps) {
  const offerId = offer.id
  const [source, setSource] = useState<SourceChoice>()
  const known = sample?.state === 'refused' ? sample.recognized : null
  const queries = useQueryClient()
  const signInFirst = useRequireSignIn()
  const { status } = useAuth()
  const refresh = () => {
    void queries.invalidateQueries({ queryKey: orpc.sources.key() })
    void queries.invalidateQueries({ queryKey: orpc.previews.key() })
    void queries.invalidateQueries({ queryKey: orpc.offers.key() })
  }
  const send = useMutation({
    mutationFn: (file: File) =>
      sendSample(offerId, file, source ?? (known ? { id: known.id } : undefined)),
    onError: (error) => notify.error('Sample not sent', error.message),
    onSettled: refresh,
  })
  const remove = useMutation(
    orpc.previews.removeSample.mutationOptions({
      onError: (error) => notify.error('Sample not removed', toProblem(error).message),
      onSettled: refresh,
    }),
  )
  const retry = useMutation(
    orpc.previews.retrySample.mutationOptions({
      onError: (error) => notify.error('Not tried again', toProblem(error).message),
      onSettled: refresh,
    }),
  )
  const mayCall = useMayCall('previews.retrySample', 'previews.removeSample')
  const mayChange = offerCan.edit(offer.status) && mayCall
  return (
    <div className="flex flex-wrap gap-2">
      {mayChange && status === 'signed-in' && (
        <div className="w-full">
          <SourceField
            deal={offerId}
            value={source}
            onChange={setSource}
            overlaps={known ? [known] : []}
          />
        </div>
      )}
      {sample?.state === 'ready' && (
        <Button asChild variant="outline">
          <Link to={paths.offerPreview(offerId)}>
            <Telescope aria-hidden />
            Explore it
          </Link>
        </Button>
      )}
      {mayChange && sample?.heldSince && (
        <Button
          loading={retry.isPending}
          onClick={() => signInFirst(() => retry.mutate({ offerId }))}
        >
          Try Again
        </Button>
      )}
      {mayChange && (
        <SamplePicker
          label={sample ? 'Send another sample' : 'Send a sample'}
          isBusy={send.isPending}
          onFile={(file) => signInFirst(() => send.mutate(file))}
        />
      )}
      {mayChange && sample && (
        <Button
          variant="ghost"
          loading={remove.isPending}
          onClick={() => signInFirst(() => remove.mutate({ offerId }))}
        >
          <Trash2 aria-hidden />
          Remove
        </Button>
      )}
    </div>
  )
}
