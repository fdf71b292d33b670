import { zodResolver } from '@hookform/resolvers/zod'
import {
  type AccountKind,
  type BankingDetails,
  type BankingProblem,
  bankingForm,
  bankingProblems,
  type BankingForm as Saved,
} from '@semblance/contract'
import { useEffect } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { ErrorSummary } from '@/components/blocks/states/error-summary.tsx'
import { UnsavedGuard } from '@/components/blocks/unsaved-guard.tsx'
import { Button } from '@/components/ui/button.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { usePersistedForm, useRequireSignIn } from '@/lib/session/require-sign-in.tsx'
import {
  type BankingValues,
  fieldId,
  fieldNames,
  labelOf,
  numberFields,
  valuesOf,
} from './banking-fields.ts'
import { AddressGroup, BankGroup, KindGroup, NotesGroup, TaxGroup } from './banking-groups.tsx'
import { useSaveBanking } from './use-save-banking.ts'

type BankingFormProps = {
  onFile: BankingDetails | null
  /** Is chosen where nothing is on file. */
  likelyKind: AccountKind
  onSaved: () => void
  isDone: boolean
}

/** Renders the form. Details that a colleague saves during editing appear in the untouched fields. */
export function BankingForm({ onFile, likelyKind, onSaved, isDone }: BankingFormProps) {
  const signInFirst = useRequireSignIn()
  const form = useForm<BankingValues, unknown, Saved>({
    resolver: zodResolver(schemaFor(onFile)),
    values: valuesOf(onFile, likelyKind),
    resetOptions: { keepDirtyValues: true },
  })
  const forgetKept = usePersistedForm(form, 'banking', { except: numberFields })
  useFileWhereBlank(form, onFile, likelyKind)
  const save = useSaveBanking(form, {
    onSaved: () => {
      forgetKept()
      onSaved()
    },
  })
  const { errors, isDirty, submitCount } = form.formState
  const refused = fieldNames.filter((name) => errors[name])

  const submit = form.handleSubmit(
    (values) => {
      notify.dismiss()
      signInFirst(() => save.mutate({ ...values, revision: onFile?.revision ?? 0 }))
    },
    () => notify.dismiss(),
  )

  return (
    <FormProvider {...form}>
      <UnsavedGuard when={isDirty && !save.isPending && !isDone} onLeave={forgetKept} />
      {submitCount > 0 && refused.length > 0 && (
        <ErrorSummary
          className="mb-5 max-w-[1080px]"
          title={
            refused.some((name) => !form.getValues(name).trim())
              ? 'Some required fields are empty'
              : 'Some fields need another look'
          }
          fields={refused.map((name) => ({
            id: fieldId(name),
            label: labelOf(name, form.getValues('accountKind')),
          }))}
        />
      )}
      <form noValidate onSubmit={submit} className="card max-w-[1080px] p-5 md:p-8">
        <KindGroup likelyKind={onFile?.accountKind ?? likelyKind} />
        <BankGroup onFile={onFile} />
        <TaxGroup onFile={onFile} />
        <AddressGroup />
        <NotesGroup />
        <div className="mt-7 flex flex-col-reverse gap-3 border-t pt-6 sm:flex-row sm:items-center">
          <p className="max-w-[56ch] text-muted-foreground text-sm sm:mr-auto">
            Administrators and members with the role Finance can change this. Account number and tax
            ID are encrypted; the account number is opened for payouts alone.
          </p>
          <Button type="submit" size="lg" loading={save.isPending || isDone}>
            Save Information
          </Button>
        </div>
      </form>
    </FormProvider>
  )
}

/** Fills empty fields of input stored during sign-in, which may be older, with the details on file. */
function useFileWhereBlank(
  {
    getValues,
    setValue,
  }: Pick<ReturnType<typeof useForm<BankingValues>>, 'getValues' | 'setValue'>,
  onFile: BankingDetails | null,
  likelyKind: AccountKind,
) {
  useEffect(() => {
    const known = valuesOf(onFile, likelyKind)
    for (const name of fieldNames)
      if (name !== 'additionalNotes' && known[name] && !getValues(name)) setValue(name, known[name])
  }, [getValues, setValue, onFile, likelyKind])
}

/** Lists the fields that are judged together with others. */
const joint: readonly BankingProblem['field'][] = [
  'accountNumber',
  'routingNumber',
  'bic',
  'taxId',
  'vatNumber',
  'taxState',
]

/** The contract's rules; a select is '' until something is chosen. */
function schemaFor(onFile: BankingDetails | null) {
  const messageOf = (form: unknown, field: BankingProblem['field']) =>
    bankingProblems(form as Saved, onFile).find((problem) => problem.field === field)?.message
  // Also while other fields are empty, so that one look shows all that is missing.
  const schema = joint.reduce<z.ZodType>(
    (known, field) =>
      known.refine((form) => messageOf(form, field) === undefined, {
        path: [field],
        when: () => true,
        error: ({ input }) => messageOf(input, field),
      }),
    bankingForm,
  )
  return schema as unknown as z.ZodType<Saved, BankingValues>
}
