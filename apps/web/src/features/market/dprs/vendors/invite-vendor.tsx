import type { Company } from '@semblance/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Button } from '@/components/ui/button.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { toProblem } from '@/lib/api/api-errors.ts'
import { useMayCall } from '@/lib/session/may.ts'
import { useRequireSignIn } from '@/lib/session/require-sign-in.tsx'

type InviteVendorProps = { dprId: string; vendor: Company; message: string }

export function InviteVendor({ dprId, vendor, message }: InviteVendorProps) {
  const may = useMayCall('dprs.invite')
  const queryClient = useQueryClient()
  const signInFirst = useRequireSignIn()
  const invite = useMutation(
    orpc.dprs.invite.mutationOptions({
      onSuccess: () => notify.success('Vendor Invited', `${vendor.name} has been notified.`),
      onError: (error) => notify.error('Vendor not invited', toProblem(error).message),
      onSettled: () => {
        void queryClient.invalidateQueries({ queryKey: orpc.dprs.invitations.key() })
        void queryClient.invalidateQueries({ queryKey: orpc.market.suggestVendors.key() })
      },
    }),
  )
  if (!may) return null
  return (
    <Button
      size="sm"
      loading={invite.isPending}
      aria-label={`Invite ${vendor.name}`}
      onClick={() =>
        signInFirst(() => invite.mutate({ dprId, vendorId: vendor.id, message: message.trim() }))
      }
    >
      Invite
    </Button>
  )
}
