import { type Connection, type ConnectionSecret, secretsOfKind } from '@semblance/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Button } from '@/components/ui/button.tsx'
import { Dialog, DialogClose } from '@/components/ui/dialog.tsx'
import { Field } from '@/components/ui/field.tsx'
import { PasswordInput } from '@/components/ui/password-input.tsx'
import { Select } from '@/components/ui/select.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { toProblem } from '@/lib/api/api-errors.ts'

const labels: Record<ConnectionSecret['by'], string> = {
  password: 'Password',
  token: 'Token',
  secret_key: 'Secret access key',
}

const secretOf = (by: ConnectionSecret['by'], text: string): ConnectionSecret => {
  if (by === 'password') return { by, password: text }
  return by === 'token' ? { by, token: text } : { by, secretAccessKey: text }
}

/** Asks for what opens a connection from now on, which is tried before it is kept. */
export function ReplaceSecret({
  connection: { id: connectionId, name, settings },
  onClose,
}: {
  connection: Connection
  onClose: () => void
}) {
  const formId = useId()
  const queries = useQueryClient()
  const kinds = secretsOfKind[settings.kind]
  const [by, setBy] = useState<ConnectionSecret['by']>(kinds[0] ?? 'password')
  const [text, setText] = useState('')
  const replace = useMutation(
    orpc.connections.replaceSecret.mutationOptions({
      gcTime: 0, // what was sent stays nowhere
      onSuccess: () => {
        notify.success('Secret replaced', `${name} was reached with it.`)
        onClose()
      },
      onSettled: () => queries.invalidateQueries({ queryKey: orpc.connections.key() }),
    }),
  )
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Replace the secret"
      description={`${name} is tried with it first. Deliveries that wait for the source go on with it.`}
      footer={
        <>
          <DialogClose>
            <Button variant="outline">Cancel</Button>
          </DialogClose>
          <Button type="submit" form={formId} loading={replace.isPending}>
            Try and Replace
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          replace.mutate({ connectionId, secret: secretOf(by, text) })
        }}
      >
        {kinds.length > 1 && (
          <Field label="Signs in by" required>
            {(field) => (
              <Select
                {...field}
                value={by}
                onValueChange={setBy}
                options={kinds.map((value) => ({ value, label: labels[value] }))}
              />
            )}
          </Field>
        )}
        <Field
          label={labels[by]}
          required
          error={replace.error ? toProblem(replace.error).message : undefined}
          hint="Stored sealed and never shown again."
        >
          {(field) => (
            <PasswordInput
              {...field}
              autoComplete="new-password"
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </Field>
      </form>
    </Dialog>
  )
}
