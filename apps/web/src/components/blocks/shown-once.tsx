import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button.tsx'
import { Dialog } from '@/components/ui/dialog.tsx'
import { Field } from '@/components/ui/field.tsx'
import { Textarea } from '@/components/ui/textarea.tsx'
import { CopyButton } from './text/copy-button.tsx'
import { UnsavedGuard } from './unsaved-guard.tsx'

type ShownOnceProps = {
  title: string
  description: string
  /** Names what is shown: "Key". */
  noun: string
  secret: string
  /** Holds further ways to keep it. */
  actions?: ReactNode
  onClose: () => void
}

/** Shows a secret the only time that it can be read; it closes by its button alone, not by a slip. */
export function ShownOnce(props: ShownOnceProps) {
  const { title, description, noun, secret, actions, onClose } = props
  return (
    <Dialog
      alert
      open
      title={title}
      description={description}
      footer={
        <>
          <CopyButton text={secret} noun={noun} />
          {actions}
          <Button onClick={onClose}>I have stored it</Button>
        </>
      }
    >
      <UnsavedGuard when />
      <Field label={noun}>
        {(field) => (
          <Textarea
            {...field}
            readOnly
            rows={2}
            className="mono min-h-0 break-all"
            value={secret}
            onFocus={(event) => event.currentTarget.select()}
          />
        )}
      </Field>
    </Dialog>
  )
}
