import type { RestoreHold } from '@semblance/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { ConfirmDialog } from '@/components/blocks/confirm-dialog.tsx'
import { Panel } from '@/components/blocks/panel.tsx'
import { Button } from '@/components/ui/button.tsx'
import { CheckboxField } from '@/components/ui/checkbox-field.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { notifyProblem } from '@/lib/api/notify-problem.ts'
import { date, dateTime, plural } from '@/lib/format.ts'
import { paths } from '@/paths.ts'

/** Shows what a restore has lost and what waits since; lets staff end the wait. */
export function RestoreHoldPanel({ hold }: { hold: RestoreHold }) {
  const [isAsking, setAsking] = useState(false)
  const { uncoveredDays } = hold
  return (
    <Panel
      title="Restored from a backup"
      description={`What happened here after ${dateTime(hold.restoredTo)} is lost.`}
      action={
        <Button size="sm" disabled={uncoveredDays.length > 0} onClick={() => setAsking(true)}>
          Let Money Go
        </Button>
      }
    >
      <div className="grid gap-3 text-sm">
        <p>
          No payment, payout, refund or charge is submitted to the bank until you confirm:{' '}
          {plural(hold.instructionsCount, 'instruction')} and {plural(hold.mailsCount, 'mail')} of
          before wait.
        </p>
        <p>
          The bank may know of transfers that these books have lost. First explain every difference
          under{' '}
          <Link to={`${paths.ledger}?tab=reconciliation`} className="underline">
            Reconciliation
          </Link>
          , and look at the bank for transfers under way: no statement shows them yet.
        </p>
        {uncoveredDays.length > 0 && (
          <p className="font-medium">
            Statements not read yet: {uncoveredDays.map((day) => date(day)).join(', ')}. Each is
            read in the morning after its day.
          </p>
        )}
      </div>
      {isAsking && <Confirm hold={hold} onClose={() => setAsking(false)} />}
    </Panel>
  )
}

function Confirm({ hold, onClose }: { hold: RestoreHold; onClose: () => void }) {
  const [isSent, setSent] = useState(false)
  const queries = useQueryClient()
  const confirm = useMutation(
    orpc.books.staff.confirmRestore.mutationOptions({
      onSuccess: () => {
        notify.success('Money goes its way again')
        onClose()
      },
      onError: (error) => notifyProblem('Nothing was changed', error),
      onSettled: () => queries.invalidateQueries({ queryKey: orpc.books.key() }),
    }),
  )
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title="Let money go?"
      description={`${plural(hold.instructionsCount, 'instruction')} will be submitted; the bank is asked first whether it has it already. Your confirmation is recorded in the audit log.`}
      action="Let Money Go"
      isBusy={confirm.isPending}
      onConfirm={() => confirm.mutate({ mails: isSent ? 'send' : 'discard' })}
    >
      {hold.mailsCount > 0 && (
        <CheckboxField
          label={`Send ${plural(hold.mailsCount, 'mail')} of before. Without a tick they count as failed: they may have been sent already.`}
          checked={isSent}
          onCheckedChange={(checked) => setSent(checked === true)}
        />
      )}
    </ConfirmDialog>
  )
}
