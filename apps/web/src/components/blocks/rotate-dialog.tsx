import { useState } from 'react'
import { ConfirmDialog } from '@/components/blocks/confirm-dialog.tsx'
import { Field } from '@/components/ui/field.tsx'
import { Select } from '@/components/ui/select.tsx'

/** Holds the hours for which what is replaced stays valid. */
const overlaps = [
  { value: '0', label: 'It ends at once' },
  { value: '24', label: '24 hours' },
  { value: '72', label: '72 hours' },
  { value: '168', label: '168 hours' },
] as const
type Overlap = (typeof overlaps)[number]['value']

type RotateDialogProps = {
  title: string
  description: string
  action: string
  /** Asks for the time: "How long the old key works on". */
  question: string
  isBusy: boolean
  onRotate: (overlapHours: number) => void
  onClose: () => void
}

/** Replaces a key or a secret; the old one is valid for some more hours, which the user chooses. */
export function RotateDialog({ question, onRotate, onClose, ...dialog }: RotateDialogProps) {
  const [overlap, setOverlap] = useState<Overlap>('24')
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      onConfirm={() => onRotate(Number(overlap))}
      {...dialog}
    >
      <Field label={question}>
        {(field) => (
          <Select
            {...field}
            options={overlaps}
            value={overlap}
            onValueChange={setOverlap}
            className="w-full"
          />
        )}
      </Field>
    </ConfirmDialog>
  )
}
