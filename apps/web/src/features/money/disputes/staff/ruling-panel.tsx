import {
  disputeCan,
  errors,
  RULING_BY_TWO_CENTS,
  type RulingDraft,
  type StaffDispute,
} from '@semblance/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '@/components/blocks/confirm-dialog.tsx'
import { Panel } from '@/components/blocks/panel.tsx'
import { TimeText } from '@/components/blocks/text/time-text.tsx'
import { Button } from '@/components/ui/button.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { dateTime, usd } from '@/lib/format.ts'
import type { FindingSplit } from '../findings/newest-split.ts'
import { Shares } from '../shares.tsx'
import { useDisputeAction } from '../use-dispute-action.ts'
import { RulingForm } from './ruling-form.tsx'

type RulingPanelProps = {
  dispute: StaffDispute
  /** Holds the split of an opened finding. */
  split: FindingSplit | null
  /** Called when the money has been shared out. */
  onDecided: () => void
}

/** Shows and edits the ruling: by one person, or drafted by one and confirmed by another. */
export function RulingPanel({ dispute, split, onDecided }: RulingPanelProps) {
  const [isEditing, setIsEditing] = useState(false)
  const { draft, needsTwo } = dispute
  if (!disputeCan.rule(dispute, new Date()))
    return (
      <Panel title="Decision">
        <p className="text-base text-muted-foreground">
          {dispute.status === 'open'
            ? 'The parties are negotiating. It can be decided once one of them asks, or time runs out.'
            : errors.dispute_too_early.message}
        </p>
      </Panel>
    )
  return (
    <Panel
      title="Decision"
      description={
        needsTwo
          ? `From ${usd(Number(RULING_BY_TWO_CENTS))} on, a second person confirms it.`
          : undefined
      }
    >
      {draft && !isEditing ? (
        <Draft
          dispute={dispute}
          draft={draft}
          onEdit={() => setIsEditing(true)}
          onConfirmed={onDecided}
        />
      ) : (
        <RulingForm
          key={draft?.id ?? 'new'}
          dispute={dispute}
          split={split}
          onDone={() => {
            setIsEditing(false)
            if (!needsTwo) onDecided()
          }}
          onCancel={() => setIsEditing(false)}
        />
      )}
    </Panel>
  )
}

type DraftProps = {
  dispute: StaffDispute
  draft: RulingDraft
  onEdit: () => void
  onConfirmed: () => void
}

function Draft({ dispute, draft, onEdit, onConfirmed }: DraftProps) {
  const [isOpen, setIsOpen] = useState(false)
  const confirm = useMutation(
    orpc.disputes.staff.confirm.mutationOptions({
      ...useDisputeAction('Decision not confirmed'),
      onSuccess: () => {
        notify.success('Dispute Decided', 'The money has been shared out, and both parties told.')
        setIsOpen(false)
        onConfirmed()
      },
    }),
  )
  const shares = <Shares stake={dispute.stake} toVendorCents={draft.toVendorCents} />
  const canConfirm = disputeCan.confirm(draft)
  return (
    <div className="grid gap-3">
      <p className="text-sm">
        Drafted by {draft.draftedBy ?? 'a deleted account'},{' '}
        <TimeText at={draft.createdAt} show={dateTime} />
      </p>
      {shares}
      <p className="whitespace-pre-line border-l-2 pl-3 text-base [overflow-wrap:anywhere]">
        {draft.reasons}
      </p>
      {!canConfirm && (
        <p className="text-muted-foreground text-sm">{errors.ruling_needs_another.message}</p>
      )}
      <div className="flex flex-wrap gap-2">
        {canConfirm && <Button onClick={() => setIsOpen(true)}>Confirm Decision</Button>}
        <Button variant="outline" onClick={onEdit}>
          Change Draft
        </Button>
      </div>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={setIsOpen}
        title="Confirm this decision?"
        description="The dispute ends and the money is shared out at once. This cannot be undone."
        action="Confirm Decision"
        isBusy={confirm.isPending}
        onConfirm={() => confirm.mutate({ rulingId: draft.id })}
      >
        {shares}
      </ConfirmDialog>
    </div>
  )
}
