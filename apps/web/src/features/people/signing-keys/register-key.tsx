import { publicSigningJwk } from '@semblance/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { UnsavedGuard } from '@/components/blocks/unsaved-guard.tsx'
import { Button } from '@/components/ui/button.tsx'
import { Dialog, DialogClose } from '@/components/ui/dialog.tsx'
import { Field } from '@/components/ui/field.tsx'
import { Input } from '@/components/ui/input.tsx'
import { Textarea } from '@/components/ui/textarea.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { toProblem } from '@/lib/api/api-errors.ts'

/** Asks for the public half of a key, and registers it. */
export function RegisterKey({ onClose }: { onClose: () => void }) {
  const formId = useId()
  const queries = useQueryClient()
  const [name, setName] = useState('')
  const [text, setText] = useState('')
  const [errors, setErrors] = useState<{ name?: string; jwk?: string }>({})
  const register = useMutation(
    orpc.signingKeys.register.mutationOptions({
      onSuccess: (key) => {
        notify.success('Key registered', `${key.name} may sign what you measure from now on.`)
        onClose()
      },
      onError: (error) => setErrors({ jwk: toProblem(error).message }),
      onSettled: () => queries.invalidateQueries({ queryKey: orpc.signingKeys.key() }),
    }),
  )
  const submit = () => {
    const jwk = readJwk(text)
    const found = {
      ...(name.trim() === '' && { name: 'Name is required' }),
      ...('error' in jwk && { jwk: jwk.error }),
    }
    setErrors(found)
    if (Object.keys(found).length === 0 && 'key' in jwk)
      register.mutate({ name: name.trim(), jwk: jwk.key })
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Register a signing key"
      description="Statements that it signs count as your organization’s. The private half stays with you."
      footer={
        <>
          <DialogClose>
            <Button variant="outline">Cancel</Button>
          </DialogClose>
          <Button type="submit" form={formId} loading={register.isPending}>
            Register Key
          </Button>
        </>
      }
    >
      <UnsavedGuard
        when={(name !== '' || text !== '') && !register.isPending && !register.isSuccess}
      />
      <form
        id={formId}
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <Field label="Name" required error={errors.name} hint="Such as the place where it is kept">
          {(field) => (
            <Input
              {...field}
              autoComplete="off"
              maxLength={100}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        <Field
          label="Public key"
          required
          error={errors.jwk}
          hint="The line that semblance keygen prints: a public JWK of the curve P-256"
        >
          {(field) => (
            <Textarea
              {...field}
              rows={5}
              className="mono"
              spellCheck={false}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </Field>
      </form>
    </Dialog>
  )
}

type Jwk = ReturnType<typeof publicSigningJwk.parse>

function readJwk(text: string): { key: Jwk } | { error: string } {
  try {
    const read: unknown = JSON.parse(text)
    if (typeof read === 'object' && read !== null && 'd' in read)
      return { error: 'This is the private half. Paste the public one alone, and make a new key.' }
    const key = publicSigningJwk.safeParse(read)
    if (key.success) return { key: key.data }
  } catch {
    // Not JSON.
  }
  return { error: 'Paste the public key as semblance keygen prints it' }
}
