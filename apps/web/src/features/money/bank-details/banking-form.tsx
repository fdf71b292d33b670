import { zodResolver } from '@hookform/resolvers/zod'
import {
  type BankingDetails,
  bankingForm,
  firstBankingForm,
  missingNumbers,
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
  fieldLabels,
  fieldNames,
  numberFields,
  valuesOf,
} from './banking-fields.ts'
import { AddressGroup, BankGroup, NotesGroup, TaxGroup } from './banking-groups.tsx'
import { useSaveBanking } from './use-save-banking.ts'

type BankingFormProps = { onFile: BankingDetails | null; onSaved: () => void; isDone: boolean }

/** Renders the form. Details that a colleague saves during editing appear in the untouched fields. */
export function BankingForm({ onFile, onSaved, isDone }: BankingFormProps) {
  const signInFirst = useRequireSignIn()
  const form = useForm<BankingValues, unknown, Saved>({
    resolver: zodResolver(schemaFor(onFile)),
    values: valuesOf(onFile),
    resetOptions: { keepDirtyValues: true },
  })
  const forgetKept = usePersistedForm(form, 'banking', { except: numberFields })
  useFileWhereBlank(form, onFile)
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
          fields={refused.map((name) => ({ id: fieldId(name), label: fieldLabels[name] }))}
        />
      )}
      <form noValidate onSubmit={submit} className="card max-w-[1080px] p-5 md:p-8">
        <BankGroup onFile={onFile} />
        <TaxGroup onFile={onFile} />
        <AddressGroup />
        <NotesGroup />
        <div className="mt-7 flex flex-col-reverse gap-3 border-t pt-6 sm:flex-row sm:items-center">
          <p className="max-w-[56ch] text-muted-foreground text-sm sm:mr-auto">
            Only administrators of your organization can change this. Account number and tax ID are
            encrypted; the account number is opened for payouts alone.
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
) {
  useEffect(() => {
    const known = valuesOf(onFile)
    for (const name of fieldNames)
      if (name !== 'additionalNotes' && known[name] && !getValues(name)) setValue(name, known[name])
  }, [getValues, setValue, onFile])
}

/** The contract's rules, for the first save and for later ones; a select is '' until something is chosen. */
function schemaFor(onFile: BankingDetails | null) {
  const schema = onFile
    ? bankingForm.superRefine((form, context) => {
        for (const { field, message } of missingNumbers(form, onFile))
          context.addIssue({ code: 'custom', path: [field], message })
      })
    : firstBankingForm
  return schema as unknown as z.ZodType<Saved, BankingValues>
}
