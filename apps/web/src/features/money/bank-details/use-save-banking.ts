import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { UseFormReturn } from 'react-hook-form'
import { useLocation, useNavigate } from 'react-router'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { toProblem } from '@/lib/api/api-errors.ts'
import { markFields } from '@/lib/forms/mark-fields.ts'
import { persistForm } from '@/lib/forms/persisted-form.ts'
import { signInAndReturn } from '@/lib/session/require-sign-in.tsx'
import { useAuth } from '@/lib/session/session.tsx'
import { type BankingValues, numberFields, valuesOf } from './banking-fields.ts'

/** Names the form's storage during sign-in. */
export const KEPT_AS = 'banking'

/** Saves the details. If the sign-in is some time ago, requests a new one and stores the input until then. */
export function useSaveBanking<Context, Output>(
  form: UseFormReturn<BankingValues, Context, Output>,
  { onSaved }: { onSaved: () => void },
) {
  const queries = useQueryClient()
  const { signOut } = useAuth()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  return useMutation(
    orpc.banking.save.mutationOptions({
      onSuccess: (saved) => {
        form.reset(valuesOf(saved), { keepDirtyValues: false })
        notify.success(
          'Information Saved',
          'Your banking and tax information has been securely saved.',
        )
        onSaved()
      },
      onError: async (error) => {
        if (toProblem(error).code === 'reauthentication_needed') {
          const typed = form.getValues()
          await signOut()
          persistForm(KEPT_AS, typed, { except: numberFields })
          await navigate(signInAndReturn(pathname))
          return void notify.info(
            'Sign in once more',
            'To show that it is you. Then enter the new numbers again.',
          )
        }
        notify.error('Information not saved', markFields(form, error).message)
      },
      onSettled: () => queries.invalidateQueries({ queryKey: orpc.banking.key() }),
    }),
  )
}
