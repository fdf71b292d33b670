import { type DataContract, type Delivery, deliveryOrigin } from '@semblance/contract'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { SynthesisProgress } from '@/components/blocks/synthesis/synthesis-progress.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { DeliveryNoticeText } from './delivery-notice.tsx'
import type { Desk } from './desk.ts'
import { HeldDelivery } from './held-delivery.tsx'
import { MeasuringProgress } from './measuring-progress.tsx'
import { InspectionProgress } from './review/inspection-progress.tsx'
import { ReviewForm } from './review/review-form.tsx'

/** In case an event was missed; steps come by themselves. */
const pollMs = 5000

/** Returns the milliseconds between two reads of a delivery that runs; false for others. */
export const pollOf = (delivery: Delivery | null | undefined): number | false =>
  delivery && delivery.status !== 'review' && isUnderWay(delivery) ? pollMs : false

/** Returns true from the last file to the twin. */
export const isUnderWay = ({ status }: Delivery): boolean =>
  status === 'inspecting' ||
  status === 'review' ||
  status === 'measuring' ||
  status === 'queued' ||
  status === 'processing' ||
  status === 'held'

type UnderWayProps = {
  desk: Desk
  delivery: Delivery
  agreed: DataContract | null
  /** Buttons of a run in progress. */
  actions?: ReactNode
}

/** Shows how far a delivery is between its last file and its twin, and what delays it. */
export function UnderWay(props: UnderWayProps) {
  const { desk, delivery } = props
  if (!delivery.notice) return <Step {...props} />
  return (
    <div className="grid min-w-0 gap-5">
      <DeliveryNoticeText desk={desk} delivery={delivery} notice={delivery.notice} />
      <Step {...props} delivery={{ ...delivery, notice: null }} />
    </div>
  )
}

function Step({ desk, delivery, agreed, actions }: UnderWayProps) {
  switch (delivery.status) {
    case 'inspecting':
      return <InspectionProgress desk={desk} delivery={delivery} />
    case 'review':
      return <ReviewForm desk={desk} delivery={delivery} agreed={agreed} />
    case 'measuring':
      return <MeasuringProgress delivery={delivery} actions={actions} />
    case 'held':
      return <HeldDelivery delivery={delivery} actions={actions} />
    default:
      return <SynthesisProgress delivery={delivery} side="vendor" actions={actions} />
  }
}

/**
 * Reads again on every step of a run what it changes, and announces the last one. The first loaded
 * status is not announced.
 */
export function useStepsOf(desk: Desk, delivery: Delivery | null | undefined): void {
  const queryClient = useQueryClient()
  const status = delivery?.status
  const origin = delivery ? deliveryOrigin(delivery) : 'uploaded'
  const step = delivery === undefined ? undefined : `${status} ${delivery?.stage}`
  const lastStep = useRef<string>(undefined)
  const announce = useEffectEvent(() => {
    for (const queryKey of desk.stale) void queryClient.invalidateQueries({ queryKey })
    if (status === 'ready') notify.success(...desk.readyText(origin))
  })
  useEffect(() => {
    const isFirst = lastStep.current === undefined
    if (step === undefined || step === lastStep.current) return
    lastStep.current = step
    if (!isFirst) announce()
  }, [step])
}
