import { type PayoutSchedule, weekdays } from '@semblance/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CalendarClock } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/components/ui/button.tsx'
import { Dialog, DialogClose } from '@/components/ui/dialog.tsx'
import { Field } from '@/components/ui/field.tsx'
import { Select } from '@/components/ui/select.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { toProblem } from '@/lib/api/api-errors.ts'
import { useRequireSignIn } from '@/lib/session/require-sign-in.tsx'
import { useAuth } from '@/lib/session/session.tsx'
import { scheduleText } from './payout-labels.ts'

const cadences = [
  { value: 'daily', label: 'Every banking day' },
  { value: 'weekly', label: 'Every week' },
  { value: 'monthly', label: 'Every month, on the 1st' },
] as const

const days = Object.entries(weekdays).map(([value, label]) => ({ value, label }))
const FRIDAY = 5

/**
 * Lets those who see to money change the schedule. Leads visitors to sign in; renders nothing for other
 * members.
 */
export function ChangeSchedule({ schedule }: { schedule: PayoutSchedule }) {
  const { status } = useAuth()
  const signInFirst = useRequireSignIn()
  const viewer = useQuery(orpc.organizations.viewer.queryOptions())
  const [isOpen, setIsOpen] = useState(false)
  if (status !== 'signed-out' && !viewer.data?.may.includes('finance')) return null
  return (
    <>
      <Button variant="outline" size="sm" onClick={() => signInFirst(() => setIsOpen(true))}>
        <CalendarClock aria-hidden />
        Payout Schedule
      </Button>
      {isOpen && <ScheduleDialog schedule={schedule} onClose={() => setIsOpen(false)} />}
    </>
  )
}

function ScheduleDialog({ schedule, onClose }: { schedule: PayoutSchedule; onClose: () => void }) {
  const queries = useQueryClient()
  const [cadence, setCadence] = useState(schedule.cadence)
  const [weekday, setWeekday] = useState(schedule.cadence === 'weekly' ? schedule.weekday : FRIDAY)
  const save = useMutation(
    orpc.payouts.setSchedule.mutationOptions({
      onSuccess: (saved) => {
        notify.success('Schedule Saved', `Payouts leave: ${scheduleText(saved).toLowerCase()}.`)
        onClose()
      },
      onError: (error) => notify.error('Schedule Not Saved', toProblem(error).message),
      onSettled: () => queries.invalidateQueries({ queryKey: orpc.payouts.key() }),
    }),
  )
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      size="sm"
      title="Payout schedule"
      description="On days without banking, a payout leaves on the next banking day."
      footer={
        <>
          <DialogClose>
            <Button variant="outline">Cancel</Button>
          </DialogClose>
          <Button
            loading={save.isPending}
            onClick={() => save.mutate(cadence === 'weekly' ? { cadence, weekday } : { cadence })}
          >
            Save Schedule
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <Field label="How often">
          {(control) => (
            <Select {...control} options={cadences} value={cadence} onValueChange={setCadence} />
          )}
        </Field>
        {cadence === 'weekly' && (
          <Field label="Day">
            {(control) => (
              <Select
                {...control}
                options={days}
                value={String(weekday)}
                onValueChange={(value) => setWeekday(Number(value))}
              />
            )}
          </Field>
        )}
      </div>
    </Dialog>
  )
}
