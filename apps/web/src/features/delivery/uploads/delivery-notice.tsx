import type { Delivery, DeliveryNotice } from '@semblance/contract'
import { TriangleAlert } from 'lucide-react'
import { TimeText } from '@/components/blocks/text/time-text.tsx'
import { dateTime } from '@/lib/format.ts'
import type { Desk } from './desk.ts'

type DeliveryNoticeTextProps = { desk: Desk; delivery: Delivery; notice: DeliveryNotice }

/** Shows what a problem on the platform's side, or at the vendor's source, means for the vendor's delivery. */
export function DeliveryNoticeText({ desk, delivery, notice }: DeliveryNoticeTextProps) {
  const { noticeSince: since, connected } = delivery
  return (
    <p
      role="status"
      className="card flex items-start gap-3 border-st-warn-dot/60 p-4 text-base [overflow-wrap:anywhere]"
    >
      <TriangleAlert className="mt-0.5 size-5 shrink-0" aria-hidden />
      <span>
        {since && (
          <>
            Since <TimeText at={since} show={dateTime} />.{' '}
          </>
        )}
        {notice === 'source_away' && connected?.awayReason && `${connected.awayReason} `}
        {desk.noticeText(delivery, notice)}
      </span>
    </p>
  )
}
