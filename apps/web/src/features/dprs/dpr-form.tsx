import { zodResolver } from '@hookform/resolvers/zod'
import type { DprForm } from '@semblance/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FieldErrors, type FieldPath, FormProvider, useForm } from 'react-hook-form'
import { Link, useNavigate } from 'react-router'
import { Button } from '@/components/ui/button.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api.ts'
import { toProblem } from '@/lib/api-errors.ts'
import { useKeptForm, useSignInFirst } from '@/lib/sign-in-first.tsx'
import { paths } from '@/paths.ts'
import { DprFormFields } from './dpr-form-fields.tsx'
import { emptyDprForm, type TypedDprForm, typedDprForm } from './dpr-form-schema.ts'
import { DprFormSummary } from './dpr-form-summary.tsx'

export function CreateDprForm() {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const signInFirst = useSignInFirst()
  const form = useForm<TypedDprForm, unknown, DprForm>({
    resolver: zodResolver(typedDprForm),
    defaultValues: emptyDprForm,
  })
  const forgetKept = useKeptForm(form, 'create-dpr')

  const create = useMutation(
    orpc.dprs.create.mutationOptions({
      onSuccess: async () => {
        forgetKept()
        notify.success(
          'DPR Created Successfully',
          'Your Data Procurement Request has been posted to the marketplace.',
        )
        await Promise.all([
          queryClient.invalidateQueries({ queryKey: orpc.dprs.key() }),
          queryClient.invalidateQueries({ queryKey: orpc.dashboards.key() }),
        ])
        // A new request has no offers, which is the Pending tab.
        navigate(paths.manageDprs, { state: { tab: 'pending' } })
      },
      onError: (error) => {
        const problem = toProblem(error)
        for (const [name, message] of Object.entries(problem.fields))
          form.setError(name as FieldPath<TypedDprForm>, { message })
        notify.error('Your DPR was not posted', problem.message)
      },
    }),
  )

  const submit = form.handleSubmit(
    (values) => {
      notify.dismiss()
      signInFirst(() => create.mutate(values))
    },
    (errors) => {
      notify.dismiss()
      notify.error('Missing Information', missingSentence(errors))
    },
  )

  return (
    <FormProvider {...form}>
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_320px]">
        <form noValidate onSubmit={submit} className="card min-w-0 overflow-hidden">
          <div className="p-4 md:p-6">
            <DprFormFields />
          </div>
          <div className="flex flex-col-reverse gap-2 border-t bg-sunken px-4 py-4 sm:flex-row sm:justify-end md:px-6">
            <Button variant="outline" asChild>
              <Link to={paths.clientDashboard}>Cancel</Link>
            </Button>
            <Button type="submit" loading={create.isPending}>
              Post DPR
            </Button>
          </div>
        </form>
        <DprFormSummary />
      </div>
    </FormProvider>
  )
}

/** "Data type is required, and 3 more fields need an answer." */
function missingSentence(errors: FieldErrors<TypedDprForm>) {
  const inFormOrder = Object.keys(emptyDprForm) as (keyof TypedDprForm)[]
  const messages = inFormOrder.flatMap((name) => errors[name]?.message ?? [])
  const more = messages.length - 1
  if (more < 1) return `${messages[0] ?? 'Some fields need another look'}.`
  return `${messages[0]}, and ${more === 1 ? '1 more field needs' : `${more} more fields need`} an answer.`
}
