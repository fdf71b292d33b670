import { PenLine } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/components/ui/button.tsx'
import { Field } from '@/components/ui/field.tsx'
import { Textarea } from '@/components/ui/textarea.tsx'

type InvitationMessageProps = { value: string; onChange: (value: string) => void }

/** Edits one text for all invitations sent from here; it may be empty. */
export function InvitationMessage({ value, onChange }: InvitationMessageProps) {
  const [open, setOpen] = useState(value !== '')
  if (!open)
    return (
      <Button variant="link" size="sm" className="justify-self-start" onClick={() => setOpen(true)}>
        <PenLine aria-hidden />
        Add a message to the invitations
      </Button>
    )
  return (
    <Field
      label="Message with the invitation"
      optional
      hint="Vendors get it by notification and e-mail."
      className="mt-2"
    >
      {(control) => (
        <Textarea
          {...control}
          rows={2}
          maxLength={2000}
          autoFocus
          value={value}
          placeholder="We would like to see your offer."
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}
