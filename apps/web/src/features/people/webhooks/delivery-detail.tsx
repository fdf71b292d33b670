import type { WebhookDelivery } from '@semblance/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { StatusBadge } from '@/components/blocks/states/status-badge.tsx'
import { DescriptionList } from '@/components/blocks/text/description-list.tsx'
import { Button } from '@/components/ui/button.tsx'
import { Dialog, DialogClose } from '@/components/ui/dialog.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { notifyProblem } from '@/lib/api/notify-problem.ts'
import { exactTime } from '@/lib/format.ts'
import { LastAnswer } from './delivery-columns.tsx'
import { failureTexts } from './delivery-texts.ts'

type DeliveryDetailProps = {
  delivery: WebhookDelivery
  isEnabled: boolean
  onClose: () => void
}

/** Shows what was sent and answered, and sends it again. */
export function DeliveryDetail({ delivery, isEnabled, onClose }: DeliveryDetailProps) {
  const queries = useQueryClient()
  const redeliver = useMutation(
    orpc.webhooks.redeliver.mutationOptions({
      onSuccess: () => notify.success('It is sent again'),
      onError: (error) => notifyProblem('Not sent again', error),
      onSettled: () => queries.invalidateQueries({ queryKey: orpc.webhooks.key() }),
    }),
  )
  const { id, eventId, type, state, attempts, attemptedAt, nextAt, failure, answer, body } =
    delivery
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={type}
      description={`Happened ${exactTime(delivery.createdAt)}`}
      footer={
        <>
          <DialogClose>
            <Button variant="outline">Close</Button>
          </DialogClose>
          {isEnabled && (
            <Button
              loading={redeliver.isPending}
              onClick={() => redeliver.mutate({ deliveryId: id })}
            >
              Send Again
            </Button>
          )}
        </>
      }
    >
      <DescriptionList
        rows={[
          { term: 'State', value: <StatusBadge domain="webhook" status={state} /> },
          { term: 'webhook-id', value: <span className="mono break-all text-sm">{eventId}</span> },
          { term: 'Attempts', value: <span className="num">{attempts}</span> },
          ...(attemptedAt ? [{ term: 'Last attempt', value: exactTime(attemptedAt) }] : []),
          { term: 'Last answer', value: <LastAnswer delivery={delivery} /> },
          ...(failure ? [{ term: 'Failed because', value: failureTexts[failure] }] : []),
          ...(nextAt && isEnabled ? [{ term: 'Next attempt', value: exactTime(nextAt) }] : []),
        ]}
      />
      <Text title="Sent">{JSON.stringify(JSON.parse(body), null, 2)}</Text>
      {answer && <Text title="The beginning of the answer">{answer}</Text>}
    </Dialog>
  )
}

function Text({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-4 grid gap-1.5">
      <h3 className="font-medium text-sm">{title}</h3>
      <pre className="mono whitespace-pre-wrap rounded-md bg-sunken p-3 text-sm [overflow-wrap:anywhere]">
        {children}
      </pre>
    </section>
  )
}
