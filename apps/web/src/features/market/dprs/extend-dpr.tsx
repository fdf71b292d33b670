import { MAX_OPEN_DAYS, type OwnDpr, parseWhole } from '@semblance/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { Button } from '@/components/ui/button.tsx'
import { Dialog, DialogClose } from '@/components/ui/dialog.tsx'
import { Field } from '@/components/ui/field.tsx'
import { Input } from '@/components/ui/input.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { toProblem } from '@/lib/api/api-errors.ts'
import { date } from '@/lib/format.ts'
import { closingDay, extendedDays } from './form/closing.ts'

type ExtendDprProps = {
  dpr: OwnDpr
  onOpenChange: (open: boolean) => void
  /** To the menu that it was opened from. */
  returnFocus: () => void
}

export function ExtendDpr({ dpr, onOpenChange, returnFocus }: ExtendDprProps) {
  const formId = useId()
  const queryClient = useQueryClient()
  const [typed, setTyped] = useState(() => String(extendedDays(dpr.closesAt)))
  const [error, setError] = useState<string>()
  const extend = useMutation(
    orpc.dprs.extend.mutationOptions({
      onSuccess: ({ closesAt }) => {
        notify.success(
          'Closing Date Extended',
          `${dpr.title} takes offers until ${date(closesAt)}.`,
        )
        for (const queryKey of [orpc.dprs.key(), orpc.market.key()])
          void queryClient.invalidateQueries({ queryKey })
        onOpenChange(false)
      },
      onError: (problem) => {
        const { fields, message } = toProblem(problem)
        if (fields.closesInDays) setError(fields.closesInDays)
        else notify.error('Closing date not extended', message)
      },
    }),
  )
  const day = closingDay(typed)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const closesInDays = parseWhole(typed)
    if (!day || closesInDays === null)
      return setError(`Enter whole days, from 1 to ${MAX_OPEN_DAYS}`)
    if (day <= dpr.closesAt) return setError('It takes offers for longer than that already')
    extend.mutate({ dprId: dpr.id, closesInDays })
  }
  return (
    <Dialog
      open
      onOpenChange={onOpenChange}
      onCloseAutoFocus={(event) => {
        event.preventDefault()
        returnFocus()
      }}
      size="sm"
      title="Extend the closing date"
      description={`${dpr.title} takes offers until ${date(dpr.closesAt)}.`}
      footer={
        <>
          <DialogClose>
            <Button variant="outline">Cancel</Button>
          </DialogClose>
          <Button type="submit" form={formId} loading={extend.isPending}>
            Extend
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit}>
        <Field
          label="Days from today"
          required
          error={error}
          hint={day ? `Vendors can send offers until ${date(day)}.` : `1 to ${MAX_OPEN_DAYS}.`}
        >
          {(control) => (
            <Input
              {...control}
              value={typed}
              inputMode="numeric"
              autoComplete="off"
              className="num"
              onChange={(event) => {
                setTyped(event.target.value)
                setError(undefined)
              }}
            />
          )}
        </Field>
      </form>
    </Dialog>
  )
}
