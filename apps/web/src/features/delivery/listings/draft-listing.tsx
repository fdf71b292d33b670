import { useMutation, useQueryClient } from '@tanstack/react-query'
import { RoleGate } from '@/components/blocks/role-gate.tsx'
import { Button } from '@/components/ui/button.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { toProblem } from '@/lib/api/api-errors.ts'
import { useGoOn } from '@/lib/pages/use-go-on.ts'
import { useRequireSignIn } from '@/lib/session/require-sign-in.tsx'
import { paths } from '@/paths.ts'

/** Drafts a listing of a twin, and opens it. */
export function DraftListing({ deliveryId }: { deliveryId: string }) {
  const goOn = useGoOn()
  const queries = useQueryClient()
  const signInFirst = useRequireSignIn()
  const draft = useMutation(
    orpc.listings.draft.mutationOptions({
      onSuccess: ({ id }) => goOn(paths.ownListing(id)),
      onError: (error) => notify.error('Not drafted', toProblem(error).message),
      onSettled: () => queries.invalidateQueries({ queryKey: orpc.listings.key() }),
    }),
  )
  return (
    <RoleGate procedure="listings.draft" to="list twins">
      <Button
        variant="outline"
        loading={draft.isPending}
        onClick={() => signInFirst(() => draft.mutate({ deliveryId }))}
      >
        Draft a listing
      </Button>
    </RoleGate>
  )
}
