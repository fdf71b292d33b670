import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { UseFormReturn } from 'react-hook-form'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { showProblem } from '@/lib/api/notify-problem.ts'
import { markFields } from '@/lib/forms/mark-fields.ts'
import { type BankingValues, valuesOf } from './banking-fields.ts'

/** Saves the details, and shows in the form what was wrong with them. */
export function useSaveBanking<Context, Output>(
  form: UseFormReturn<BankingValues, Context, Output>,
  { onSaved }: { onSaved: () => void },
) {
  const queries = useQueryClient()
  return useMutation(
    orpc.banking.save.mutationOptions({
      onSuccess: (saved) => {
        form.reset(valuesOf(saved, saved.accountKind), { keepDirtyValues: false })
        notify.success(
          'Information Saved',
          'Your banking and tax information has been securely saved.',
        )
        onSaved()
      },
      onError: (error) => void showProblem('Information not saved', markFields(form, error)),
      onSettled: () => queries.invalidateQueries({ queryKey: orpc.banking.key() }),
    }),
  )
}
