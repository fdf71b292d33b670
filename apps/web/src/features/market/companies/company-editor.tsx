import { zodResolver } from '@hookform/resolvers/zod'
import {
  type CompanyForm,
  type CompanyProfile,
  companyForm,
  type Industry,
  type OrganizationProfile,
} from '@semblance/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { FormProvider, useForm } from 'react-hook-form'
import { QueryState } from '@/components/blocks/states/query-state.tsx'
import { UnsavedGuard } from '@/components/blocks/unsaved-guard.tsx'
import { Button } from '@/components/ui/button.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { markFields } from '@/lib/forms/mark-fields.ts'
import { usePersistedForm } from '@/lib/forms/persisted-form.ts'
import { CompanyFields, type CompanyValues } from './company-fields.tsx'

type EditorProps = { company: CompanyProfile; onDone: () => void }

/**
 * Edits the profile; its non-public fields come from the organization and are sent back unchanged.
 */
export function CompanyEditor(props: EditorProps) {
  const query = useQuery(orpc.organizations.get.queryOptions())
  return (
    <QueryState query={query} errorTitle="Your organization did not load">
      {(organization) => <Editor {...props} organization={organization} />}
    </QueryState>
  )
}

const valuesOf = (company: CompanyProfile): CompanyValues => ({
  name: company.name,
  website: company.website ?? '',
  industry: company.industry as Industry,
  description: company.description,
  city: company.city,
  country: company.country as CompanyValues['country'],
  founded: company.founded,
  employees: company.employees,
})

function Editor({
  company,
  organization,
  onDone,
}: EditorProps & { organization: OrganizationProfile }) {
  const queries = useQueryClient()
  const form = useForm<CompanyValues, unknown, CompanyForm>({
    resolver: zodResolver(companyForm),
    defaultValues: valuesOf(company),
  })
  const forget = usePersistedForm(form, 'company')
  const save = useMutation(
    orpc.organizations.update.mutationOptions({
      onSuccess: async () => {
        forget()
        await queries.invalidateQueries({ queryKey: orpc.companies.key() })
        notify.success('Profile Updated', 'Everyone in the marketplace sees the change.')
        onDone()
      },
      onError: (error) => {
        notify.error('Update Error', markFields(form, error).message)
      },
      onSettled: () => queries.invalidateQueries({ queryKey: orpc.organizations.key() }),
    }),
  )
  const cancel = () => {
    forget()
    onDone()
  }
  const submit = form.handleSubmit((values) => {
    notify.dismiss()
    const { email, address, phone } = organization
    save.mutate({ email, address, phone, ...values })
  })
  return (
    <FormProvider {...form}>
      <UnsavedGuard
        when={form.formState.isDirty && !save.isPending && !save.isSuccess}
        onLeave={forget}
      />
      <form noValidate onSubmit={submit} className="card p-5 md:p-8">
        <CompanyFields
          industry={company.industry}
          registrationNumber={organization.registrationNumber}
        />
        <div className="mt-7 flex flex-wrap justify-end gap-2 border-t pt-6 max-md:[&>*]:flex-1">
          <Button variant="outline" onClick={cancel}>
            Cancel
          </Button>
          <Button type="submit" loading={save.isPending}>
            Save
          </Button>
        </div>
      </form>
    </FormProvider>
  )
}
