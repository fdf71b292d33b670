import { zodResolver } from '@hookform/resolvers/zod'
import {
  accountTypes,
  type BillingOverview,
  debitsAuthorized,
  isRoutingNumber,
  type MethodForm,
  methodForm,
} from '@semblance/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { FormProvider, useController, useForm, useFormContext, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { Button } from '@/components/ui/button.tsx'
import { Dialog, DialogClose } from '@/components/ui/dialog.tsx'
import { Field } from '@/components/ui/field.tsx'
import { Input } from '@/components/ui/input.tsx'
import { Select } from '@/components/ui/select.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { toProblem } from '@/lib/api/api-errors.ts'
import { showProblem } from '@/lib/api/notify-problem.ts'
import { DebitConsent } from './debit-consent.tsx'

/** Holds the typed values; '' stands for a select without a choice. */
type MethodValues = Record<keyof MethodForm, string> & { isAuthorized: boolean }
type MethodInput = MethodForm & { isAuthorized: true }

/** The contract's rules; a select is '' until something is chosen, and a box may be empty. */
const methodSchema = methodForm.extend({
  isAuthorized: debitsAuthorized,
}) as unknown as z.ZodType<MethodInput, MethodValues>

const blankMethod: MethodValues = {
  accountHolderName: '',
  bankName: '',
  routingNumber: '',
  accountNumber: '',
  accountType: '',
  isAuthorized: false,
}

type MethodDialogProps = { billing: BillingOverview; onClose: () => void }

export function MethodDialog({ billing, onClose }: MethodDialogProps) {
  const formId = useId()
  const queries = useQueryClient()
  const form = useForm<MethodValues, unknown, MethodInput>({
    resolver: zodResolver(methodSchema),
    defaultValues: blankMethod,
  })
  const save = useMutation(
    orpc.billing.saveMethod.mutationOptions({
      onSuccess: ({ method }) => {
        notify.success(
          'Payment Method Saved',
          `The plan is paid from the account ending in ${method?.account?.last4}.`,
        )
        onClose()
      },
      onError: (error) => {
        const problem = toProblem(error)
        for (const [path, message] of Object.entries(problem.fields)) {
          const name = path.replace(/^bankAccount\./, '')
          if (name in blankMethod) form.setError(name as keyof MethodValues, { message })
        }
        showProblem('Payment Method Not Saved', problem)
      },
      onSettled: () => queries.invalidateQueries({ queryKey: orpc.billing.key() }),
    }),
  )
  const submit = form.handleSubmit(({ isAuthorized, ...bankAccount }) =>
    save.mutate({ bankAccount, isAuthorized }),
  )
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={billing.method ? 'Change the payment method' : 'Add a payment method'}
      description="A US bank account of your organization. Its number is encrypted; only the last four digits are shown again."
      footer={
        <>
          <DialogClose>
            <Button variant="outline">Cancel</Button>
          </DialogClose>
          <Button type="submit" form={formId} loading={save.isPending}>
            Save Payment Method
          </Button>
        </>
      }
    >
      <FormProvider {...form}>
        <form id={formId} noValidate onSubmit={submit} className="grid gap-4 sm:grid-cols-2">
          <Text
            name="accountHolderName"
            label="Account holder name"
            autoComplete="organization"
            className="sm:col-span-2"
          />
          <Text name="bankName" label="Bank name" />
          <AccountType />
          <RoutingNumber />
          <Text name="accountNumber" label="Account number" isNumber hint="5 to 17 digits" />
          <DebitConsent billing={billing} className="sm:col-span-2" />
        </form>
      </FormProvider>
    </Dialog>
  )
}

type TextProps = {
  name: Exclude<keyof MethodValues, 'isAuthorized'>
  label: string
  hint?: ReactNode
  isNumber?: boolean
  className?: string
} & Pick<ComponentProps<'input'>, 'autoComplete'>

function Text({ name, label, hint, isNumber, className, autoComplete = 'off' }: TextProps) {
  const { register, formState } = useFormContext<MethodValues>()
  return (
    <Field
      label={label}
      required
      hint={hint}
      error={formState.errors[name]?.message}
      className={className}
    >
      {(control) => (
        <Input
          {...control}
          {...register(name)}
          autoComplete={autoComplete}
          inputMode={isNumber ? 'numeric' : undefined}
          className={isNumber ? 'num' : undefined}
        />
      )}
    </Field>
  )
}

function RoutingNumber() {
  const { control } = useFormContext<MethodValues>()
  const typed = useWatch({ control, name: 'routingNumber' }).replace(/[\s-]/g, '')
  const isDoubtful = typed.length >= 9 && !isRoutingNumber(typed)
  return (
    <Text
      name="routingNumber"
      label="Routing number"
      isNumber
      hint={
        isDoubtful ? (
          <span className="text-st-warn-fg">
            This does not look like a US routing number. Check the digits.
          </span>
        ) : (
          'Nine digits, on your bank statement'
        )
      }
    />
  )
}

function AccountType() {
  const { control } = useFormContext<MethodValues>()
  const { field, fieldState } = useController({ control, name: 'accountType' })
  return (
    <Field label="Account type" required error={fieldState.error?.message}>
      {(attributes) => (
        <Select
          {...attributes}
          ref={field.ref}
          onBlur={field.onBlur}
          value={field.value}
          onValueChange={field.onChange}
          placeholder="Choose a type"
          options={Object.entries(accountTypes).map(([value, label]) => ({ value, label }))}
        />
      )}
    </Field>
  )
}
