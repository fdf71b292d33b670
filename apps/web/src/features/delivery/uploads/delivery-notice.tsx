import { type DeliveryNotice, deliveryNotices } from '@semblance/contract'
import { TriangleAlert } from 'lucide-react'

/** Shows what a problem on the platform's side means for the vendor's delivery. */
export function DeliveryNoticeText({ notice }: { notice: DeliveryNotice }) {
  return (
    <p
      role="status"
      className="card flex items-start gap-3 border-st-warn-dot/60 p-4 text-base [overflow-wrap:anywhere]"
    >
      <TriangleAlert className="mt-0.5 size-5 shrink-0" aria-hidden />
      {deliveryNotices[notice]}
    </p>
  )
}
