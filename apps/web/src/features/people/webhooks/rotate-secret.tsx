import type { NewWebhookSecret, WebhookEndpoint } from '@semblance/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { RotateDialog } from '@/components/blocks/rotate-dialog.tsx'
import { orpc } from '@/lib/api/api.ts'
import { notifyProblem } from '@/lib/api/notify-problem.ts'

type RotateSecretProps = {
  endpoint: WebhookEndpoint
  onSecret: (made: NewWebhookSecret) => void
  onClose: () => void
}

/** Replaces the secret of an endpoint, while the old one signs too for a time to be chosen. */
export function RotateSecret({ endpoint, onSecret, onClose }: RotateSecretProps) {
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
    <RotateDialog
      title="Rotate the secret?"
      description={`You get a new secret for ${endpoint.url}. For the time you choose, each event carries a signature by either, so that your program verifies it with the one it has.`}
      action="Rotate Secret"
      isBusy={rotate.isPending}
      question="How long the old secret signs, too"
      onRotate={(overlapHours) => rotate.mutate({ endpointId: endpoint.id, overlapHours })}
      onClose={onClose}
    />
  )
}
