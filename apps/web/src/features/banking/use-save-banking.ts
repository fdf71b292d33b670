import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { UseFormReturn } from 'react-hook-form'
import { useLocation, useNavigate } from 'react-router'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api.ts'
import { toProblem } from '@/lib/api-errors.ts'
import { keepForm } from '@/lib/kept-form.ts'
import { markFields } from '@/lib/mark-fields.ts'
import { useAuth } from '@/lib/session.tsx'
import { signInAndReturn } from '@/lib/sign-in-first.tsx'
import { type BankingValues, numberFields, valuesOf } from './banking-fields.ts'

/** The name under which the form is kept on the way through sign-in. */
export const KEPT_AS = 'banking'

/** Saves; where the sign-in is some time ago, asks for a fresh one, and what was typed waits meanwhile. */
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
          keepForm(KEPT_AS, typed, { except: numberFields })
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
