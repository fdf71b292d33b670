import { zodResolver } from '@hookform/resolvers/zod'
import { type BillingOverview, debitsAuthorized } from '@semblance/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Landmark } from 'lucide-react'
import { useId } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { z } from 'zod'
import { Button } from '@/components/ui/button.tsx'
import { Dialog, DialogClose } from '@/components/ui/dialog.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { notifyProblem } from '@/lib/api/notify-problem.ts'
import { paths } from '@/paths.ts'
import { DebitConsent } from './debit-consent.tsx'

const consent = z.object({ isAuthorized: debitsAuthorized })

type StripeMethodDialogProps = {
  billing: BillingOverview
  stripe: NonNullable<BillingOverview['stripe']>
  onClose: () => void
}

/** Selects a bank account at Stripe: it is connected on a page of Stripe's, and chosen for the plan here. */
export function StripeMethodDialog({ billing, stripe, onClose }: StripeMethodDialogProps) {
  const formId = useId()
  const queries = useQueryClient()
  const form = useForm({
    resolver: zodResolver(
      consent as unknown as z.ZodType<{ isAuthorized: boolean }, { isAuthorized: boolean }>,
    ),
    defaultValues: { isAuthorized: false },
  })
  const connect = useMutation(
    orpc.stripe.connectBankAccount.mutationOptions({
      onSuccess: ({ url }) => window.location.assign(url),
      onError: (error) => notifyProblem('Not connected', error),
    }),
  )
  const save = useMutation(
    orpc.billing.saveMethod.mutationOptions({
      onSuccess: () => {
        notify.success('Payment Method Saved', 'The plan is paid from this account.')
        onClose()
      },
      onError: (error) => notifyProblem('Payment Method Not Saved', error),
      onSettled: () => queries.invalidateQueries({ queryKey: orpc.billing.key() }),
    }),
  )
  const { connected } = stripe
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={billing.method ? 'Change the payment method' : 'Add a payment method'}
      description="Stripe asks your bank. Your account number never reaches Semblance."
      footer={
        <>
          <DialogClose>
            <Button variant="outline">Cancel</Button>
          </DialogClose>
          <Button
            variant={connected ? 'outline' : 'primary'}
            loading={connect.isPending || connect.isSuccess}
            onClick={() => connect.mutate({ returnTo: paths.billing })}
          >
            {connected ? 'Use Another Account' : 'Connect a Bank Account'}
          </Button>
          {connected && (
            <Button type="submit" form={formId} loading={save.isPending}>
              Save Payment Method
            </Button>
          )}
        </>
      }
    >
      <p className="flex items-center gap-2.5 text-base">
        <Landmark className="size-[18px] shrink-0 text-muted-foreground" aria-hidden />
        {connected ? (
          <span>
            {connected.bankName}, account ending in <span className="num">{connected.last4}</span>
          </span>
        ) : (
          'No bank account is connected yet. You come back here afterwards.'
        )}
      </p>
      {connected && (
        <FormProvider {...form}>
          <form
            id={formId}
            noValidate
            className="mt-4"
            onSubmit={form.handleSubmit(() => save.mutate({ isAuthorized: true }))}
          >
            <DebitConsent billing={billing} />
          </form>
        </FormProvider>
      )}
    </Dialog>
  )
}
