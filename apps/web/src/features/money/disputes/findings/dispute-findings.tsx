import { type Dispute, isLive } from '@semblance/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Panel } from '@/components/blocks/panel.tsx'
import { Button } from '@/components/ui/button.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { shortList } from '@/lib/api/by-cursor.ts'
import { useMayCallAs } from '@/lib/session/may.ts'
import { useRequireSignIn } from '@/lib/session/require-sign-in.tsx'
import { useDisputeAction } from '../use-dispute-action.ts'
import { AddClaims } from './add-claims.tsx'
import { FindingView } from './finding-view.tsx'

export const findingsQuery = (contractId: string) =>
  orpc.findings.list.queryOptions({
    input: { contractId, ...shortList },
    select: ({ items }) => items,
  })

/** Shows either party what was claimed about the data and measured. */
export function DisputeFindingsSection({ dispute }: { dispute: Dispute }) {
  const mayClaim = useMayCallAs(dispute.side, 'findings.claim')
  const { data } = useQuery(findingsQuery(dispute.contractId))
  const findings = data?.find(({ disputeId }) => disputeId === dispute.id)
  if (!findings) return null
  const canClaim = isLive(dispute) && dispute.side === 'client' && mayClaim
  if (findings.claims.length === 0 && !canClaim) return null
  return (
    <Panel title="What was measured" action={canClaim && <AddClaims dispute={dispute} />}>
      {findings.claims.length === 0 ? (
        <p className="mt-1 max-w-[70ch] text-muted-foreground text-sm">
          Nothing has been claimed that can be measured.
        </p>
      ) : (
        <FindingView findings={findings} stake={dispute.stake}>
          {({ id }) => isLive(dispute) && <ProposeFinding dispute={dispute} findingId={id} />}
        </FindingView>
      )}
    </Panel>
  )
}

/** Proposes the split of a finding in one step, unless an own proposal is pending. */
function ProposeFinding({ dispute, findingId }: { dispute: Dispute; findingId: string }) {
  const may = useMayCallAs(dispute.side, 'findings.propose')
  const signInFirst = useRequireSignIn()
  const propose = useMutation(
    orpc.findings.propose.mutationOptions({
      ...useDisputeAction('Settlement not proposed'),
      onSuccess: () => notify.success('Settlement Proposed', 'The other party has been told.'),
    }),
  )
  const isPending = dispute.settlements.some(({ isOwn, status }) => isOwn && status === 'pending')
  if (isPending || dispute.side === null) return null
  if (!may) return null
  return (
    <div>
      <Button
        loading={propose.isPending}
        onClick={() => signInFirst(() => propose.mutate({ findingId }))}
      >
        Propose This Split
      </Button>
    </div>
  )
}
