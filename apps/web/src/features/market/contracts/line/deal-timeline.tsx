import {
  type ContractDetail,
  contractCan,
  type Delivery,
  MAX_MILESTONES,
  type MoneyEvent,
} from '@semblance/contract'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { MoreLink } from '@/components/blocks/lists/more-link.tsx'
import { MayCall } from '@/components/blocks/may-call.tsx'
import { Panel } from '@/components/blocks/panel.tsx'
import { Button } from '@/components/ui/button.tsx'
import { Progress } from '@/components/ui/progress.tsx'
import { date, plural } from '@/lib/format.ts'
import { useRequireSignIn } from '@/lib/session/require-sign-in.tsx'
import { paths } from '@/paths.ts'
import { MilestoneDialog } from '../milestones/milestone-dialog.tsx'
import { MilestoneSteps } from '../milestones/milestone-steps.tsx'
import { dealLine } from './deal-line.ts'
import { DealLineSteps } from './deal-line-steps.tsx'

type DealTimelineProps = {
  contract: ContractDetail
  money: readonly MoneyEvent[]
  /** True where older money is not loaded. */
  hasOlderMoney: boolean
  delivery: Delivery | null
}

const initialCount = 12

/** Shows milestones, deliveries and money of a contract in one line, with its progress. */
export function DealTimeline({ contract, money, hasOlderMoney, delivery }: DealTimelineProps) {
  const { milestones, status } = contract
  const [isAdding, setIsAdding] = useState(false)
  const [showAll, setShowAll] = useState(false)
  const signInFirst = useRequireSignIn()
  const agreed = milestones.filter(({ kind }) => kind === 'agreed').length
  const steps = dealLine({ contract, money, delivery })
  const hidden = showAll ? 0 : Math.max(0, steps.length - initialCount)
  return (
    <Panel
      title="Timeline"
      description="Milestones, deliveries and money in one line"
      action={
        contractCan.plan(status) &&
        agreed < MAX_MILESTONES && (
          <MayCall procedure="milestones.add" side={contract.side}>
            <Button
              size="sm"
              variant="outline"
              onClick={() => signInFirst(() => setIsAdding(true))}
            >
              <Plus aria-hidden />
              Add Milestone
            </Button>
          </MayCall>
        )
      }
    >
      <ProgressLine contract={contract} />
      {steps.length > initialCount && (
        <Button
          variant="link"
          size="sm"
          className="mb-3"
          aria-expanded={showAll}
          onClick={() => setShowAll(!showAll)}
        >
          {showAll ? 'Hide earlier steps' : `Show ${plural(hidden, 'earlier step')}`}
        </Button>
      )}
      <DealLineSteps
        steps={steps.slice(hidden)}
        renderActions={({ milestone }) =>
          milestone && <MilestoneSteps contract={contract} milestone={milestone} />
        }
      />
      {hasOlderMoney && (
        <p className="mt-4 text-sm">
          <MoreLink to={paths.paymentDetails(contract.id)}>Older payments</MoreLink>
        </p>
      )}
      {isAdding && <MilestoneDialog contractId={contract.id} onClose={() => setIsAdding(false)} />}
    </Panel>
  )
}

function ProgressLine({ contract }: { contract: ContractDetail }) {
  const { progressPercent, milestones, firstDeliveryDate, deliveryDate } = contract
  const done = milestones.filter((milestone) => milestone.status === 'completed').length
  return (
    <div className="mb-5">
      <div className="flex items-center gap-3">
        <Progress value={progressPercent} label="Contract progress" className="h-2" />
        <span className="num w-10 text-right font-medium text-sm">{progressPercent}%</span>
      </div>
      <p className="mt-1.5 text-muted-foreground text-sm">
        {done} of {plural(milestones.length, 'milestone')} done
        {firstDeliveryDate && deliveryDate && `. ${movedText(firstDeliveryDate, deliveryDate)}`}.
      </p>
    </div>
  )
}

const movedText = (from: Date, to: Date) =>
  to > from
    ? `The delivery date was extended from ${date(from)} to ${date(to)}`
    : `The delivery date was brought forward from ${date(from)} to ${date(to)}`
