import { zodResolver } from '@hookform/resolvers/zod'
import { inviteForm } from '@semblance/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Button } from '@/components/ui/button.tsx'
import { Field } from '@/components/ui/field.tsx'
import { Input } from '@/components/ui/input.tsx'
import { Select } from '@/components/ui/select.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { toProblem } from '@/lib/api/api-errors.ts'
import { showProblem } from '@/lib/api/notify-problem.ts'
import { DECLINED } from '@/lib/api/proof.ts'
import { type FirstRole, firstRoleOptions, rolesOfChoice, useOfferedRoles } from './role-labels.ts'

export function InviteForm() {
  const queries = useQueryClient()
  const offered = useOfferedRoles()
  const [choice, setChoice] = useState<FirstRole>('usual')
  const { formState, handleSubmit, register, reset, setError } = useForm({
    resolver: zodResolver(inviteForm),
    defaultValues: { email: '' },
  })
  const invite = useMutation(
    orpc.organizations.inviteMember.mutationOptions({
      onSuccess: ({ email }) => {
        reset()
        notify.success('Invitation sent', `${email} gets a link to join your organization.`)
      },
      onError: (error) => {
        const problem = toProblem(error)
        if (problem.code !== DECLINED)
          setError('email', { message: problem.message }, { shouldFocus: true })
        showProblem('Not invited', problem)
      },
      onSettled: () =>
        queries.invalidateQueries({ queryKey: orpc.organizations.listInvitations.key() }),
    }),
  )
  return (
    <form
      noValidate
      onSubmit={handleSubmit((values) =>
        invite.mutate({ ...values, roles: rolesOfChoice(choice) }),
      )}
      className="flex flex-wrap items-start gap-x-3 gap-y-2"
    >
      <Field
        label="E-mail of the person"
        required
        error={formState.errors.email?.message}
        className="flex-1 basis-64"
      >
        {(control) => <Input {...control} type="email" autoComplete="off" {...register('email')} />}
      </Field>
      <Field label="Role" className="basis-52">
        {(control) => (
          <Select
            {...control}
            options={firstRoleOptions(offered)}
            value={choice}
            onValueChange={setChoice}
          />
        )}
      </Field>
      <Button
        type="submit"
        variant="soft"
        className="mt-[25px] max-sm:mt-0 max-sm:w-full"
        loading={invite.isPending}
      >
        Send Invitation
      </Button>
    </form>
  )
}
