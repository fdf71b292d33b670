import { type ContractDetail, contractCan, MAX_MILESTONES } from '@semblance/contract'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Timeline } from '@/components/blocks/lists/timeline.tsx'
import { Panel } from '@/components/blocks/panel.tsx'
import { Button } from '@/components/ui/button.tsx'
import { useRequireSignIn } from '@/lib/session/require-sign-in.tsx'
import { MilestoneDialog } from './milestone-dialog.tsx'
import { toTimelineItem } from './milestone-item.ts'
import { MilestoneSteps } from './milestone-steps.tsx'

/** Lists the platform's and the parties' milestones by due date. */
export function ContractMilestones({ contract }: { contract: ContractDetail }) {
  const { milestones, status, clientName, vendorName } = contract
  const [isAdding, setIsAdding] = useState(false)
  const signInFirst = useRequireSignIn()
  const agreed = milestones.filter(({ kind }) => kind === 'agreed').length
  return (
    <Panel
      title="Milestones"
      action={
        contractCan.plan(status) &&
        agreed < MAX_MILESTONES && (
          <Button size="sm" variant="outline" onClick={() => signInFirst(() => setIsAdding(true))}>
            <Plus aria-hidden />
            Add Milestone
          </Button>
        )
      }
    >
      <Timeline
        items={milestones.map((milestone) => ({
          ...toTimelineItem(milestone),
          description: milestone.kind === 'agreed' && (
            <>
              {milestone.description && (
                <p className="max-w-[80ch] whitespace-pre-line [overflow-wrap:anywhere]">
                  {milestone.description}
                </p>
              )}
              <p>Added by {milestone.addedBy === 'client' ? clientName : vendorName}</p>
              <MilestoneSteps contract={contract} milestone={milestone} />
            </>
          ),
        }))}
      />
      {isAdding && <MilestoneDialog contractId={contract.id} onClose={() => setIsAdding(false)} />}
    </Panel>
  )
}
