import type { NewWebhookSecret, WebhookEndpoint } from '@semblance/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '@/components/blocks/confirm-dialog.tsx'
import { Field } from '@/components/ui/field.tsx'
import { Select } from '@/components/ui/select.tsx'
import { orpc } from '@/lib/api/api.ts'
import { notifyProblem } from '@/lib/api/notify-problem.ts'

/** Holds the hours for which the old secret signs, too. */
const overlaps = [
  { value: '0', label: 'It ends at once' },
  { value: '24', label: '24 hours' },
  { value: '72', label: '72 hours' },
  { value: '168', label: '168 hours' },
] as const
type Overlap = (typeof overlaps)[number]['value']

type RotateSecretProps = {
  endpoint: WebhookEndpoint
  onSecret: (made: NewWebhookSecret) => void
  onClose: () => void
}

/** Replaces the secret of an endpoint, while the old one signs too for a time to be chosen. */
export function RotateSecret({ endpoint, onSecret, onClose }: RotateSecretProps) {
  const [overlap, setOverlap] = useState<Overlap>('24')
  const queries = useQueryClient()
  const rotate = useMutation(
    orpc.webhooks.rotateSecret.mutationOptions({
      gcTime: 0, // the answer has the secret, which stays nowhere
      onSuccess: onSecret,
      onError: (error) => notifyProblem('Not rotated', error),
      onSettled: () => {
        onClose()
        return queries.invalidateQueries({ queryKey: orpc.webhooks.list.key() })
      },
    }),
  )
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title="Rotate the secret?"
      description={`You get a new secret for ${endpoint.url}. For the time you choose, each event carries a signature by either, so that your program verifies it with the one it has.`}
      action="Rotate Secret"
      isBusy={rotate.isPending}
      onConfirm={() => rotate.mutate({ endpointId: endpoint.id, overlapHours: Number(overlap) })}
    >
      <Field label="How long the old secret signs, too">
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
