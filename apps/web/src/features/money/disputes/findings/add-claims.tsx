import type { Claimable, DataClaim, Dispute } from '@semblance/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { UnsavedGuard } from '@/components/blocks/unsaved-guard.tsx'
import { Button } from '@/components/ui/button.tsx'
import { Dialog, DialogClose } from '@/components/ui/dialog.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { useRequireSignIn } from '@/lib/session/require-sign-in.tsx'
import { useDisputeAction } from '../use-dispute-action.ts'
import { ClaimsField } from './claims-field.tsx'

export const claimableQuery = (contractId: string) =>
  orpc.findings.claimable.queryOptions({ input: { contractId } })

/** Lets the client add claims about the data to a live dispute, if there is a delivery. */
export function AddClaims({ dispute }: { dispute: Dispute }) {
  const [isOpen, setIsOpen] = useState(false)
  const signInFirst = useRequireSignIn()
  const { data: possible } = useQuery({ ...claimableQuery(dispute.contractId), retry: false })
  if (!possible) return null
  return (
    <>
      <Button size="sm" variant="outline" onClick={() => signInFirst(() => setIsOpen(true))}>
        Add Claims
      </Button>
      {isOpen && (
        <ClaimsDialog dispute={dispute} possible={possible} onClose={() => setIsOpen(false)} />
      )}
    </>
  )
}

type DialogProps = { dispute: Dispute; possible: Claimable; onClose: () => void }

function ClaimsDialog({ dispute, possible, onClose }: DialogProps) {
  const [claims, setClaims] = useState<DataClaim[]>([])
  const [problem, setProblem] = useState<string>()
  const add = useMutation(
    orpc.findings.claim.mutationOptions({
      ...useDisputeAction('Claims not added'),
      onSuccess: () => {
        notify.success('Claims Added', 'They are being measured.')
        onClose()
      },
    }),
  )
  const send = () => {
    notify.dismiss()
    if (claims.length === 0) return setProblem('Choose what is wrong, and add it')
    add.mutate({ disputeId: dispute.id, claims })
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Add claims about the data"
      description="They cannot be taken back. All claims of the dispute are then measured again, in one finding."
      footer={
        <>
          <DialogClose>
            <Button variant="outline">Cancel</Button>
          </DialogClose>
          <Button loading={add.isPending} onClick={send}>
            Measure
          </Button>
        </>
      }
    >
      <UnsavedGuard when={claims.length > 0 && !add.isPending && !add.isSuccess} />
      <ClaimsField
        possible={possible}
        claims={claims}
        error={problem}
        onChange={(chosen) => {
          setClaims(chosen)
          setProblem(undefined)
        }}
      />
    </Dialog>
  )
}
