import { type Dataset, splitAtAccuracy } from '@semblance/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Money } from '@/components/blocks/text/money.tsx'
import { Button } from '@/components/ui/button.tsx'
import { CheckboxField } from '@/components/ui/checkbox-field.tsx'
import { Dialog, DialogClose } from '@/components/ui/dialog.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { notifyProblem } from '@/lib/api/notify-problem.ts'
import { startDownload } from '@/lib/files/start-download.ts'
import { plural, usd } from '@/lib/format.ts'
import { useRequireSignIn } from '@/lib/session/require-sign-in.tsx'

/**
 * Delays the notice in ms after the start of a download. The browser does not notify a page of the
 * end of a download; the specification names this moment.
 */
const downloadNoticeDelayMs = 2000

/** Returns the dialog that accepts a delivery, which releases escrow and downloads everything, and a function to open it. */
export function useRelease(dataset: Dataset): { ask: () => void; dialog: ReactNode } {
  const [open, setOpen] = useState(false)
  const [consent, setConsent] = useState<'open' | 'missing' | 'given'>('open')
  const queryClient = useQueryClient()
  const signInFirst = useRequireSignIn()
  const viewer = useQuery(orpc.organizations.viewer.queryOptions())
  const { dprId, vendorName, files } = dataset
  const { toVendorCents } = splitOf(dataset)

  const release = useMutation(
    orpc.deliveries.release.mutationOptions({
      onSuccess: ({ archive }) => {
        notify.success('Download Started', 'Your browser saves all files as one ZIP.')
        startDownload(archive.url)
        setTimeout(() => {
          notify.success(
            'Download Complete',
            'All files downloaded. Escrow funds have been released to the vendor.',
          )
        }, downloadNoticeDelayMs)
      },
      onError: (error) => notifyProblem('Escrow not released', error),
      // After a refusal too: it may have been released in another tab.
      onSettled: () => {
        setOpen(false)
        void queryClient.invalidateQueries()
      },
    }),
  )

  const confirm = () => (consent === 'given' ? release.mutate({ dprId }) : setConsent('missing'))

  const ask = () => {
    notify.dismiss()
    setConsent('open')
    setOpen(true)
  }

  const dialog = (
    <Dialog
      alert
      open={open}
      onOpenChange={setOpen}
      title={`Release ${usd(Number(toVendorCents))} to ${vendorName}?`}
      description={`${files.length === 1 ? 'The file downloads' : `All ${plural(files.length, 'file')} download`} and the held payment leaves escrow. This cannot be undone.`}
      footer={
        <>
          <DialogClose>
            <Button variant="outline">Not yet</Button>
          </DialogClose>
          <Button loading={release.isPending} onClick={confirm}>
            Download and release
          </Button>
        </>
      }
    >
      <ReleaseSum dataset={dataset} />
      <CheckboxField
        className="mt-4"
        label={`I have reviewed the validation summary and accept the delivery for ${viewer.data?.organization?.name ?? 'my organization'}.`}
        error={consent === 'missing' ? 'Tick this to release the payment' : undefined}
        checked={consent === 'given'}
        onCheckedChange={(checked) => setConsent(checked === true ? 'given' : 'open')}
      />
    </Dialog>
  )
  return { ask: () => signInFirst(ask), dialog }
}

const splitOf = ({ duePrice, releasedCents, heldCents }: Dataset) =>
  splitAtAccuracy({ duePriceCents: duePrice?.cents ?? null, releasedCents, heldCents })

function ReleaseSum({ dataset }: { dataset: Dataset }) {
  const { releasedCents, vendorName } = dataset
  const { toVendorCents, toClientCents } = splitOf(dataset)
  return (
    <dl className="grid gap-2 rounded-md border px-4 py-3">
      <div className="flex justify-between">
        <dt className="text-muted-foreground">Released so far</dt>
        <dd>
          <Money cents={Number(releasedCents)} />
        </dd>
      </div>
      <div className="flex justify-between">
        <dt className="inline-flex items-center gap-2">
          <span
            aria-hidden
            className="hatch size-3 rounded-[2px] border border-brass-line bg-brass-soft"
          />
          Released now, from escrow
        </dt>
        <dd className="font-semibold">
          <Money cents={Number(toVendorCents)} />
        </dd>
      </div>
      <div className="flex justify-between border-t pt-2 font-semibold">
        <dt>Total to {vendorName}</dt>
        <dd>
          <Money cents={Number(releasedCents + toVendorCents)} />
        </dd>
      </div>
      {toClientCents > 0n && (
        <div className="flex justify-between">
          <dt className="text-muted-foreground">Back to you, and the fee on it</dt>
          <dd>
            <Money cents={Number(toClientCents)} />
          </dd>
        </div>
      )}
    </dl>
  )
}
