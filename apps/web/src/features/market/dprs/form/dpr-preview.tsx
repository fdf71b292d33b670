import { Eye } from 'lucide-react'
import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { Button } from '@/components/ui/button.tsx'
import { Dialog, DialogClose } from '@/components/ui/dialog.tsx'
import { RequestDocument } from '../request/request-document.tsx'
import type { DprFormInput } from './dpr-form-schema.ts'
import { toDprViewModel } from './dpr-view-model.ts'

/** Shows the request as vendors will see it. */
export function DprPreview() {
  const [open, setOpen] = useState(false)
  const { getValues } = useFormContext<DprFormInput>()
  const dpr = toDprViewModel(getValues(), new Date())
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      size="lg"
      title={dpr.title}
      description="As vendors will see it. Contacts stay within your organization."
      className="bg-background"
      trigger={
        <Button variant="outline" className="w-full">
          <Eye aria-hidden />
          Preview
        </Button>
      }
      footer={
        <DialogClose>
          <Button variant="outline">Back to the Form</Button>
        </DialogClose>
      }
    >
      {open && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        <div role="group" aria-label="The request" tabIndex={0} className="rounded-lg">
          <RequestDocument dpr={dpr} isLive />
        </div>
      )}
    </Dialog>
  )
}
