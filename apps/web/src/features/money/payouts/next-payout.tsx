import type { PayoutObstacle, PayoutOverview } from '@semblance/contract'
import { useQuery } from '@tanstack/react-query'
import { Landmark, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Panel } from '@/components/blocks/panel.tsx'
import { QueryState } from '@/components/blocks/states/query-state.tsx'
import { DescriptionStrip } from '@/components/blocks/text/description-strip.tsx'
import { FigureBreakdownButton } from '@/components/blocks/text/figure-breakdown-button.tsx'
import { Money } from '@/components/blocks/text/money.tsx'
import { Button } from '@/components/ui/button.tsx'
import { Skeleton } from '@/components/ui/skeleton.tsx'
import { orpc } from '@/lib/api/api.ts'
import { date } from '@/lib/format.ts'
import { paths } from '@/paths.ts'
import { ChangeSchedule } from './change-schedule.tsx'
import { scheduleText } from './payout-labels.ts'

const SOON_MS = 3_600_000

export const nextPayoutQuery = orpc.payouts.overview.queryOptions()

/** Shows the next payout: amount, date and account; or the obstacle. */
export function NextPayout() {
  const query = useQuery(nextPayoutQuery)
  return (
    <QueryState
      query={query}
      errorTitle="The next payout did not load"
      skeleton={<Skeleton className="h-[287px] rounded-lg md:h-[157px]" />}
    >
      {(overview) => (
        <Panel title="Next payout" flush action={<ChangeSchedule schedule={overview.schedule} />}>
          {overview.obstacle && <Obstacle overview={overview} obstacle={overview.obstacle} />}
          <DescriptionStrip className="border-t" facts={facts(overview)} />
        </Panel>
      )}
    </QueryState>
  )
}

function facts(overview: PayoutOverview) {
  const { account, schedule, payableCents, inTransitCents } = overview
  return [
    {
      label: 'Amount',
      value: <Money exact cents={Number(payableCents)} />,
      note: 'Released to you, not yet sent',
    },
    { label: 'Date', value: when(overview), note: scheduleText(schedule) },
    {
      label: 'Account',
      value: account ? `•••• ${account.last4}` : 'None yet',
      note: account?.bankName,
    },
    {
      label: 'In processing',
      value: (
        <span className="flex items-center gap-1">
          <Money exact cents={Number(payableCents + inTransitCents)} />
          <FigureBreakdownButton
            figure="earnings.processing"
            label="In processing"
            className="-my-1.5"
          />
        </span>
      ),
      note: (
        <>
          <Money exact cents={Number(inTransitCents)} /> of it with the bank
        </>
      ),
    },
  ]
}

function when({ nextAt, payableCents }: PayoutOverview): ReactNode {
  if (!nextAt) return 'On hold'
  if (payableCents === 0n) return 'After the next release'
  return nextAt.getTime() - Date.now() < SOON_MS ? 'Within the hour' : date(nextAt)
}

const words: Record<PayoutObstacle, { title: string; text: string; action: string | null }> = {
  no_account: {
    title: 'Add a bank account to be paid',
    text: 'Released money waits for you until there is an account to pay it to.',
    action: 'Add Bank Account',
  },
  account_held: {
    title: 'Your bank account was changed',
    text: 'To protect you, payouts to a changed account wait.',
    action: null,
  },
  account_refused: {
    title: 'Your bank sent a payout back',
    text: 'The money is safe with us. Enter another account, and it is paid out.',
    action: 'Change Bank Account',
  },
  account_not_ready: {
    title: 'Your payout account is not ready',
    text: 'The payment provider needs more from you before it can pay you.',
    action: 'Complete Setup',
  },
  needs_attention: {
    title: 'A payout failed three times',
    text: 'The money is safe with us. Check your bank account; our staff are looking into it, too.',
    action: 'Check Bank Account',
  },
}

function Obstacle({
  overview: { holdUntil },
  obstacle,
}: {
  overview: PayoutOverview
  obstacle: PayoutObstacle
}) {
  const { title, text, action } = words[obstacle]
  const Icon = obstacle === 'no_account' ? Landmark : TriangleAlert
  return (
    <div className="mx-4 mb-4 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-md bg-st-warn-bg px-4 py-3 text-st-warn-fg md:mx-5">
      <Icon className="size-5 shrink-0" aria-hidden />
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-semibold">{title}</p>
        <p className="text-sm">
          {text}
          {obstacle === 'account_held' && holdUntil && ` They go on after ${date(holdUntil)}.`}
        </p>
      </div>
      {action && (
        <Button asChild variant="outline" size="sm">
          <Link to={paths.bankTaxInfo}>{action}</Link>
        </Button>
      )}
    </div>
  )
}
