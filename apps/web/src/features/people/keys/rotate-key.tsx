import type { ApiKey, NewKey } from '@semblance/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '@/components/blocks/confirm-dialog.tsx'
import { Field } from '@/components/ui/field.tsx'
import { Select } from '@/components/ui/select.tsx'
import { orpc } from '@/lib/api/api.ts'
import { notifyProblem } from '@/lib/api/notify-problem.ts'

/** Holds the hours that the old key works on. */
const overlaps = [
  { value: '0', label: 'It ends at once' },
  { value: '24', label: '24 hours' },
  { value: '72', label: '72 hours' },
  { value: '168', label: '168 hours' },
] as const
type Overlap = (typeof overlaps)[number]['value']

type RotateKeyProps = { apiKey: ApiKey; onMade: (made: NewKey) => void; onClose: () => void }

/** Replaces a key by a new one, while the old one works on for a time to be chosen. */
export function RotateKey({ apiKey, onMade, onClose }: RotateKeyProps) {
  const [overlap, setOverlap] = useState<Overlap>('24')
  const queries = useQueryClient()
  const rotate = useMutation(
    orpc.keys.rotate.mutationOptions({
      gcTime: 0, // the answer has the key, which stays nowhere
      onSuccess: onMade,
      onError: (error) => notifyProblem('Not rotated', error),
      onSettled: () => {
        onClose()
        return queries.invalidateQueries({ queryKey: orpc.keys.key() })
      },
    }),
  )
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Rotate ${apiKey.name} (${apiKey.start}…)?`}
      description="You get a new key with the same rights, limit and addresses, and as long a life. The old one works on for the time you choose, but no longer than it would have."
      action="Rotate Key"
      isBusy={rotate.isPending}
      onConfirm={() => rotate.mutate({ keyId: apiKey.id, overlapHours: Number(overlap) })}
    >
      <Field label="How long the old key works on">
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
