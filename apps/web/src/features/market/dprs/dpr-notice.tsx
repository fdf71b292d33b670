import type { DprDetail } from '@semblance/contract'
import { Clock, Mail } from 'lucide-react'
import type { ReactNode } from 'react'
import { date } from '@/lib/format.ts'

/** Says above a request that it has ended, or that the reader was invited to it. */
export function DprNotice({ dpr }: { dpr: DprDetail }) {
  if (dpr.invitation && !dpr.offered)
    return (
      <Notice icon={<Mail className="mt-0.5 size-4 shrink-0 text-primary" aria-hidden />}>
        <p>
          <span className="font-medium">{dpr.clientName} invites you to send an offer.</span>
          {dpr.invitation.message && <> “{dpr.invitation.message}”</>}
        </p>
      </Notice>
    )
  if (!dpr.isOwn || !dpr.closedAt) return null
  return (
    <Notice icon={<Clock className="mt-0.5 size-4 shrink-0 text-muted-foreground" aria-hidden />}>
      <p>
        {dpr.status === 'expired'
          ? `It took offers until ${date(dpr.closesAt)} and expired without a choice.`
          : `You cancelled it on ${date(dpr.closedAt)}.`}{' '}
        A duplicate asks the market once more.
      </p>
    </Notice>
  )
}

function Notice({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <div className="mb-5 flex items-start gap-2.5 rounded-md border bg-sunken px-4 py-3 text-base [overflow-wrap:anywhere]">
      {icon}
      {children}
    </div>
  )
}
