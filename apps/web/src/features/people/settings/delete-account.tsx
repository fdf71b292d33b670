import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { Button } from '@/components/ui/button.tsx'
import { Dialog, DialogClose } from '@/components/ui/dialog.tsx'
import { Field } from '@/components/ui/field.tsx'
import { Input } from '@/components/ui/input.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { toProblem } from '@/lib/api/api-errors.ts'
import { showProblem } from '@/lib/api/notify-problem.ts'
import { DECLINED } from '@/lib/api/proof.ts'
import { useAuth } from '@/lib/session/session.tsx'
import { paths } from '@/paths.ts'

/** Asks for the address, so that no account is deleted by a slip. */
export function DeleteAccount({ email }: { email: string }) {
  const { signOut } = useAuth()
  const navigate = useNavigate()
  const formId = useId()
  const [isOpen, setIsOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const [refusal, setRefusal] = useState('')
  const remove = useMutation(
    orpc.settings.deleteAccount.mutationOptions({
      onSuccess: async () => {
        await signOut()
        await navigate(paths.home)
        notify.success('Account deleted', 'Your account and personal data are gone.')
      },
      onError: (error) => {
        const problem = toProblem(error)
        if (problem.code !== DECLINED) setRefusal(problem.fields.email ?? problem.message)
        showProblem('Account not deleted', problem)
      },
    }),
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (typed.trim().toLowerCase() !== email.toLowerCase())
      return setRefusal('Enter your e-mail address exactly')
    setRefusal('')
    remove.mutate({ email: typed.trim() })
  }
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => {
        setIsOpen(open)
        setTyped('')
        setRefusal('')
      }}
      trigger={<Button variant="destructive-outline">Delete account</Button>}
      title="Delete your account?"
      description="You are signed out everywhere and can't come back to this account. It can't be undone."
      footer={
        <>
          <DialogClose>
            <Button variant="outline">Keep my account</Button>
          </DialogClose>
          <Button type="submit" form={formId} variant="destructive" loading={remove.isPending}>
            Delete account
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit}>
        <Field
          label="Your e-mail address"
          required
          hint={`Type ${email} to confirm.`}
          error={refusal}
        >
          {(control) => (
            <Input
              {...control}
              type="email"
              autoComplete="off"
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          )}
        </Field>
      </form>
    </Dialog>
  )
}
