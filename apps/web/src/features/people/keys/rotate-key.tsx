import type { ApiKey, NewKey } from '@semblance/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { RotateDialog } from '@/components/blocks/rotate-dialog.tsx'
import { orpc } from '@/lib/api/api.ts'
import { notifyProblem } from '@/lib/api/notify-problem.ts'

type RotateKeyProps = { apiKey: ApiKey; onMade: (made: NewKey) => void; onClose: () => void }

/** Replaces a key by a new one, while the old one works on for a time to be chosen. */
export function RotateKey({ apiKey, onMade, onClose }: RotateKeyProps) {
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
    <RotateDialog
      title={`Rotate ${apiKey.name} (${apiKey.start}…)?`}
      description="You get a new key with the same rights, limit and addresses, and as long a life. The old one works on for the time you choose, but no longer than it would have."
      action="Rotate Key"
      isBusy={rotate.isPending}
      question="How long the old key works on"
      onRotate={(overlapHours) => rotate.mutate({ keyId: apiKey.id, overlapHours })}
      onClose={onClose}
    />
  )
}
