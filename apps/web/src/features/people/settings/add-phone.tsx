import { zodResolver } from '@hookform/resolvers/zod'
import type { Factor } from '@supabase/supabase-js'
import { MessageSquareText } from 'lucide-react'
import { useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { Button } from '@/components/ui/button.tsx'
import { Dialog, DialogClose } from '@/components/ui/dialog.tsx'
import { Field } from '@/components/ui/field.tsx'
import { Input } from '@/components/ui/input.tsx'
import { codeRefusal } from '@/lib/session/second-factor.ts'
import { useSupabase } from '@/lib/session/session.tsx'
import { dropUnverified, freeName } from './enroll.ts'
import { FactorCodeForm } from './factor-code-form.tsx'
import { useAccount } from './use-account.ts'
import { useFactorAdded } from './use-factor-added.ts'

const phoneForm = z.object({
  phone: z
    .string()
    .transform((text) => text.replace(/[\s().-]/g, '').replace(/^00/, '+'))
    .pipe(z.string().regex(/^\+[1-9]\d{6,14}$/, 'Enter the number with its country code: +1 …')),
})

type Sent = { factorId: string; challengeId: string; phone: string }

/** Adds a phone number, verified by the code of a text message. */
export function AddPhone({ factors }: { factors: Factor[] }) {
  const supabase = useSupabase()
  const { reload } = useAccount()
  const onAdded = useFactorAdded()
  const formId = useId()
  const [isOpen, setIsOpen] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const [sent, setSent] = useState<Sent | null>(null)

  const close = async () => {
    setIsOpen(false)
    if (sent) await supabase.auth.mfa.unenroll({ factorId: sent.factorId })
    setSent(null)
    await reload()
  }
  const send = async (phone: string) => {
    setIsBusy(true)
    try {
      await dropUnverified(supabase, factors)
      const friendlyName = freeName('Phone', factors)
      const { data, error } = await supabase.auth.mfa.enroll({
        factorType: 'phone',
        phone,
        friendlyName,
      })
      if (error) return error.message
      const challenge = await supabase.auth.mfa.challenge({ factorId: data.id, channel: 'sms' })
      if (challenge.error) {
        await supabase.auth.mfa.unenroll({ factorId: data.id })
        return challenge.error.message
      }
      setSent({ factorId: data.id, challengeId: challenge.data.id, phone })
      return null
    } finally {
      setIsBusy(false)
    }
  }
  const verify = async ({ factorId, challengeId }: Sent, code: string) => {
    setIsBusy(true)
    const { error } = await supabase.auth.mfa.verify({ factorId, challengeId, code })
    setIsBusy(false)
    if (error) return codeRefusal(error)
    setSent(null)
    setIsOpen(false)
    await onAdded()
    return null
  }

  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => (open ? setIsOpen(true) : close())}
      trigger={
        <Button variant="outline">
          <MessageSquareText aria-hidden />
          Add phone
        </Button>
      }
      title="Add a phone"
      description={
        sent
          ? `We sent a text message to ${sent.phone}.`
          : 'At sign-in we send a code to this number by text message.'
      }
      footer={
        <>
          <DialogClose>
            <Button variant="outline">Cancel</Button>
          </DialogClose>
          <Button type="submit" form={formId} loading={isBusy}>
            {sent ? 'Turn on' : 'Send code'}
          </Button>
        </>
      }
    >
      {sent ? (
        <FactorCodeForm
          formId={formId}
          hint="From the text message"
          onCode={(code) => verify(sent, code)}
        />
      ) : (
        <PhoneForm formId={formId} onPhone={send} />
      )}
    </Dialog>
  )
}

type PhoneFormProps = { formId: string; onPhone: (phone: string) => Promise<string | null> }

function PhoneForm({ formId, onPhone }: PhoneFormProps) {
  const { formState, handleSubmit, register, setError } = useForm({
    resolver: zodResolver(phoneForm),
    defaultValues: { phone: '' },
  })
  return (
    <form
      id={formId}
      noValidate
      onSubmit={handleSubmit(async ({ phone }) => {
        const refusal = await onPhone(phone)
        if (refusal) setError('phone', { message: refusal }, { shouldFocus: true })
      })}
    >
      <Field
        label="Phone number"
        required
        hint="With its country code, such as +1 312 555 0142"
        error={formState.errors.phone?.message}
      >
        {(control) => <Input {...control} type="tel" autoComplete="tel" {...register('phone')} />}
      </Field>
    </form>
  )
}
