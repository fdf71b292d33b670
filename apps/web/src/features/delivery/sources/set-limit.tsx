import { MAX_SOURCE_EPSILON, type Source } from '@semblance/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Gauge } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/components/ui/button.tsx'
import { Dialog, DialogClose } from '@/components/ui/dialog.tsx'
import { Field } from '@/components/ui/field.tsx'
import { Input } from '@/components/ui/input.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { toProblem } from '@/lib/api/api-errors.ts'

/** Lets administrators change the privacy limit of a source; renders nothing for others. */
export function SetLimit({ source }: { source: Source }) {
  const viewer = useQuery(orpc.organizations.viewer.queryOptions())
  const [isOpen, setOpen] = useState(false)
  if (!viewer.data?.roles.includes('admin')) return null
  return (
    <>
      <Button variant="outline" size="sm" onClick={() => setOpen(true)}>
        <Gauge aria-hidden />
        Set Limit
      </Button>
      {isOpen && <LimitDialog source={source} onClose={() => setOpen(false)} />}
    </>
  )
}

function LimitDialog({ source, onClose }: { source: Source; onClose: () => void }) {
  const queries = useQueryClient()
  const [text, setText] = useState(String(source.limitEpsilon))
  const epsilon = Number(text)
  const isNumber = text.trim() !== '' && epsilon >= 0.01 && epsilon <= MAX_SOURCE_EPSILON
  const save = useMutation(
    orpc.sources.setLimit.mutationOptions({
      onSuccess: () => {
        notify.success('Limit Set', `${source.name}: ε ${epsilon}.`)
        onClose()
      },
      onSettled: () => queries.invalidateQueries({ queryKey: orpc.sources.key() }),
    }),
  )
  const error = save.error
    ? toProblem(save.error).message
    : isNumber
      ? undefined
      : `Enter a number from 0.01 to ${MAX_SOURCE_EPSILON}.`
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      size="sm"
      title={`Privacy limit of ${source.name}`}
      description="All deliveries and previews of this source together stay within it. Certificates state it. A higher limit lets buyers together learn more about each row; the change is recorded in the audit log."
      footer={
        <>
          <DialogClose>
            <Button variant="outline">Cancel</Button>
          </DialogClose>
          <Button
            loading={save.isPending}
            disabled={!isNumber}
            onClick={() => save.mutate({ id: source.id, epsilon })}
          >
            Set Limit
          </Button>
        </>
      }
    >
      <Field label="Limit (ε)" error={error}>
        {(control) => (
          <Input
            {...control}
            inputMode="decimal"
            value={text}
            onChange={({ currentTarget }) => {
              save.reset()
              setText(currentTarget.value)
            }}
          />
        )}
      </Field>
    </Dialog>
  )
}
