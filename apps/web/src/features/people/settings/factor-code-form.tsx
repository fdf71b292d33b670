import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { Field } from '@/components/ui/field.tsx'
import { Input } from '@/components/ui/input.tsx'

const codeForm = z.object({
  code: z
    .string()
    .trim()
    .regex(/^\d{6}$/, 'Enter the 6 digits'),
})

type FactorCodeFormProps = {
  formId: string
  hint: string
  /** Answers with what is wrong with the code; null when it was right. */
  onCode: (code: string) => Promise<string | null>
}

/** Verifies a new factor; the button is in the dialog's footer. */
export function FactorCodeForm({ formId, hint, onCode }: FactorCodeFormProps) {
  const { formState, handleSubmit, register, setError } = useForm({
    resolver: zodResolver(codeForm),
    defaultValues: { code: '' },
  })
  return (
    <form
      id={formId}
      noValidate
      onSubmit={handleSubmit(async ({ code }) => {
        const refusal = await onCode(code)
        if (refusal) setError('code', { message: refusal }, { shouldFocus: true })
      })}
    >
      <Field label="Code" required hint={hint} error={formState.errors.code?.message}>
        {(control) => (
          <Input
            {...control}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={12}
            className="num tracking-[0.2em]"
            {...register('code')}
          />
        )}
      </Field>
    </form>
  )
}
