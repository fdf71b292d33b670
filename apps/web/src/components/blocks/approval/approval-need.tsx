import { formatDollars, type PurchaseNeed } from '@semblance/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Hourglass } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { MayCall } from '@/components/blocks/may-call.tsx'
import { Button } from '@/components/ui/button.tsx'
import { Field } from '@/components/ui/field.tsx'
import { Input } from '@/components/ui/input.tsx'
import { Textarea } from '@/components/ui/textarea.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { toProblem } from '@/lib/api/api-errors.ts'
import { showProblem } from '@/lib/api/notify-problem.ts'
import { paths } from '@/paths.ts'
import { limitText } from './limit-texts.ts'

/** Asks what the user needs to pay for an offer. Visitors and people of other sides need to ask nothing. */
export function useNeed(offerId: string, { enabled = true } = {}) {
  const viewer = useQuery(orpc.organizations.viewer.queryOptions()).data
  const isBuyer = viewer?.organization?.isClient ?? false
  return useQuery({
    ...orpc.approvals.get.queryOptions({ input: { offerId } }),
    enabled: enabled && isBuyer,
  })
}

/** Says which approval an offer needs: asks for it, or waits for the answer. Nothing without a need. */
export function ApprovalNeed({ offerId, need }: { offerId: string; need: PurchaseNeed }) {
  const { needed, approval, revision } = need
  if (!needed) return null
  const isWaiting = approval?.state === 'waiting' && approval.revision === revision
  return (
    <section
      className="rounded-md border border-st-warn-fg/30 bg-st-warn-bg/40 px-4 py-3"
      aria-label="Approval"
    >
      <p className="flex items-start gap-2 font-medium text-st-warn-fg">
        <Hourglass className="mt-0.5 size-4 shrink-0" aria-hidden />
        {isWaiting
          ? 'Waiting for an approval'
          : `${formatDollars(needed.amountCents)} needs an approval`}
      </p>
      <p className="mt-1 text-sm">
        {limitText(needed.reason, needed.limitCents)}. The amount includes the platform fee.
      </p>
      {isWaiting ? (
        <p className="mt-2 text-sm">
          Asked by {approval.askedBy}.{' '}
          <Link to={paths.approval(approval.id)} className="link">
            See the approval
          </Link>
        </p>
      ) : (
        <MayCall procedure="approvals.ask">
          <AskForm offerId={offerId} need={need} />
        </MayCall>
      )}
      {approval?.state === 'declined' && approval.revision === revision && (
        <p className="mt-2 text-sm">
          The last one was declined.{' '}
          <Link to={paths.approval(approval.id, approval.state)} className="link">
            See why
          </Link>
        </p>
      )}
    </section>
  )
}

function AskForm({ offerId, need }: { offerId: string; need: PurchaseNeed }) {
  const queries = useQueryClient()
  const [note, setNote] = useState('')
  const [purchaseOrder, setPurchaseOrder] = useState(need.references.purchaseOrder ?? '')
  const [costCenter, setCostCenter] = useState(need.references.costCenter ?? '')
  const [faults, setFaults] = useState<Record<string, string>>({})
  const ask = useMutation(
    orpc.approvals.ask.mutationOptions({
      onSuccess: () =>
        notify.success('Approval Asked For', 'Those who may approve were told, by mail too.'),
      onError: (error) => {
        const problem = toProblem(error)
        setFaults(problem.fields)
        showProblem('Not asked', problem)
      },
      onSettled: () => queries.invalidateQueries({ queryKey: orpc.approvals.key() }),
    }),
  )
  return (
    <div className="mt-3 grid max-w-2xl gap-3">
      <Field label="Note to the approver" optional error={faults.note}>
        {(control) => (
          <Textarea
            {...control}
            rows={2}
            maxLength={2000}
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
        )}
      </Field>
      <ReferenceFields
        need={need}
        faults={faults}
        purchaseOrder={{ value: purchaseOrder, onChange: setPurchaseOrder }}
        costCenter={{ value: costCenter, onChange: setCostCenter }}
      />
      <Button
        type="button"
        className="justify-self-start"
        loading={ask.isPending}
        onClick={() =>
          ask.mutate({ offerId, revision: need.revision, note, purchaseOrder, costCenter })
        }
      >
        Ask for Approval
      </Button>
    </div>
  )
}

type Value = { value: string; onChange: (value: string) => void }

type ReferenceFieldsProps = {
  need: Pick<PurchaseNeed, 'needsPurchaseOrder' | 'needsCostCenter'>
  faults: Record<string, string>
  purchaseOrder: Value
  costCenter: Value
}

/** Edits the buyer's own references, which go onto invoices; required where the organization says so. */
export function ReferenceFields({ need, faults, purchaseOrder, costCenter }: ReferenceFieldsProps) {
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <Field
        label="Purchase order number"
        optional={!need.needsPurchaseOrder}
        required={need.needsPurchaseOrder}
        error={faults.purchaseOrder}
      >
        {(control) => (
          <Input
            {...control}
            maxLength={60}
            value={purchaseOrder.value}
            onChange={(event) => purchaseOrder.onChange(event.target.value)}
          />
        )}
      </Field>
      <Field
        label="Cost center"
        optional={!need.needsCostCenter}
        required={need.needsCostCenter}
        error={faults.costCenter}
      >
        {(control) => (
          <Input
            {...control}
            maxLength={60}
            value={costCenter.value}
            onChange={(event) => costCenter.onChange(event.target.value)}
          />
        )}
      </Field>
    </div>
  )
}
