import type { PayoutObstacle } from '@semblance/contract'
import { useQuery } from '@tanstack/react-query'
import { Landmark } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '@/paths.ts'
import { nextPayoutQuery } from './next-payout.tsx'

const texts: Partial<Record<PayoutObstacle, string>> = {
  no_account: 'Your organization has no bank account on file.',
  account_not_ready: 'The payment provider needs more from you before it can pay you.',
  account_refused: 'The bank account on file has sent a payout back.',
}

/** Tells a vendor before an offer that payouts wait for an account; work does not. */
export function PayoutReadiness() {
  const { data } = useQuery({ ...nextPayoutQuery, retry: false })
  const text = data?.obstacle && texts[data.obstacle]
  if (!text) return null
  return (
    <aside
      aria-label="Payout readiness"
      className="flex items-start gap-3 rounded-md bg-st-warn-bg px-4 py-3 text-base text-st-warn-fg"
    >
      <Landmark className="mt-0.5 size-[18px] shrink-0" aria-hidden />
      <p>
        <span className="font-semibold">{text}</span> You can offer and work; released money waits
        until there is an account to pay it to.{' '}
        <Link to={paths.bankTaxInfo} className="font-medium underline">
          Bank details
        </Link>
      </p>
    </aside>
  )
}
