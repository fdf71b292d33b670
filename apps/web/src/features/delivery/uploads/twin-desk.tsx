import { type Delivery, errors, type Twin } from '@semblance/contract'
import type { ReactNode } from 'react'
import { Panel } from '@/components/blocks/panel.tsx'
import { RoleGate } from '@/components/blocks/role-gate.tsx'
import { ErrorSummary } from '@/components/blocks/states/error-summary.tsx'
import { DeliveryForm } from './delivery-form.tsx'
import { twinDesk } from './desk.ts'
import { isUnderWay, UnderWay, useStepsOf } from './under-way.tsx'

type TwinDeskProps = {
  twin: Twin
  /** Shown once the twin is made. */
  made: ReactNode
  /** Begins another, where this one ended without a twin. */
  again: ReactNode
}

/** Shows the form, the progress or the end of a twin that is measured for a listing, by its status. */
export function TwinDesk({ twin: { id, delivery }, made, again }: TwinDeskProps) {
  const desk = twinDesk(id)
  useStepsOf(desk, delivery)
  if (delivery.status === 'draft')
    return (
      <RoleGate procedure="twins.inspect" to="upload data" className="card p-5">
        <DeliveryForm desk={desk} delivery={delivery} />
      </RoleGate>
    )
  if (isUnderWay(delivery)) return <UnderWay desk={desk} delivery={delivery} agreed={null} />
  return delivery.status === 'ready' ? made : <Ended delivery={delivery} again={again} />
}

const titles: Partial<Record<Delivery['status'], string>> = {
  refused: 'No twin was made',
  failed: 'This twin was given up',
  cancelled: 'This twin was canceled',
}

/** Says why no twin was made, and how to go on. */
function Ended({ delivery, again }: { delivery: Delivery; again: ReactNode }) {
  const { status, gate, reason, fileName } = delivery
  return (
    <Panel title={titles[status] ?? errors.internal.message}>
      <div className="grid justify-items-start gap-4">
        {status === 'refused' && gate ? (
          <ErrorSummary
            className="w-full"
            title="The synthetic dataset cannot be listed. What was measured is paid from the source."
            points={gate.filter(({ pass }) => !pass).map(({ sentence }) => sentence)}
          />
        ) : (
          reason && (
            <ErrorSummary className="w-full" title={fileName ? `${fileName}: ${reason}` : reason} />
          )
        )}
        <p className="max-w-[76ch] text-base text-muted-foreground">
          What was uploaded for it is not kept. You can begin another: with the same data, with
          other columns, or at another privacy level.
        </p>
        {again}
      </div>
    </Panel>
  )
}
