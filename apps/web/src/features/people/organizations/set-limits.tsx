import { isSameLimits, type Member, type MemberSpending } from '@semblance/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '@/components/blocks/confirm-dialog.tsx'
import { CheckboxField } from '@/components/ui/checkbox-field.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { notifyProblem } from '@/lib/api/notify-problem.ts'
import { LimitFields, limitsIn, textsOf } from './limit-fields.tsx'

type SetLimitsProps = { member: Member; spending: MemberSpending; onClose: () => void }

/** Gives one member limits of its own, or those of all members. */
export function SetLimits({ member, spending, onClose }: SetLimitsProps) {
  const name = member.name || member.email
  const queries = useQueryClient()
  const [isOwn, setIsOwn] = useState(spending.isOwn)
  const [texts, setTexts] = useState(textsOf(spending.limits))
  const save = useMutation(
    orpc.spending.setMemberLimits.mutationOptions({
      onSuccess: (saved, { limits: asked }) => {
        if (asked ? isSameLimits(saved.limits, asked) : !saved.isOwn)
          notify.success('Limits Saved', `They count from ${name}'s next payment on.`)
        else
          notify.success('Higher Limits Asked For', 'They count once somebody else confirms them.')
      },
      onError: (error) => notifyProblem('Limits not saved', error),
      onSettled: () => {
        onClose()
        return queries.invalidateQueries({ queryKey: orpc.spending.key() })
      },
    }),
  )
  const limits = limitsIn(texts)
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Limits of ${name}`}
      description="What is paid above them needs an approval. Who may approve does so up to their own limits."
      action="Save Limits"
      isBusy={save.isPending}
      isDisabled={isOwn && !limits}
      onConfirm={() => save.mutate({ id: member.id, limits: isOwn && limits ? limits : null })}
    >
      <div className="grid gap-4">
        <CheckboxField
          checked={isOwn}
          onCheckedChange={(on) => setIsOwn(on === true)}
          label="Limits of their own"
        />
        {isOwn && <LimitFields legend="Up to" texts={texts} onChange={setTexts} />}
      </div>
    </ConfirmDialog>
  )
}
