import type { DprDetail } from '@semblance/contract'
import { Mail } from 'lucide-react'
import { date } from '@/lib/format.ts'

/** Shows the client's invitation of this vendor, with its message. */
export function InvitationNote({ dpr }: { dpr: DprDetail }) {
  if (!dpr.invitation) return null
  const { message, createdAt } = dpr.invitation
  return (
    <div className="card flex gap-3 px-4 py-3.5 md:px-5">
      <Mail className="mt-0.5 size-4 shrink-0 text-primary" aria-hidden />
      <div className="min-w-0">
        <p className="font-medium">
          {dpr.clientName} invited you on {date(createdAt)}.
        </p>
        {message && (
          <p className="mt-1 whitespace-pre-line text-base [overflow-wrap:anywhere]">{message}</p>
        )}
      </div>
    </div>
  )
}
