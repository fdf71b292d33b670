import type { ContractDetail } from '@semblance/contract'
import { useMutation } from '@tanstack/react-query'
import { FileDown } from 'lucide-react'
import { Link } from 'react-router'
import { Button } from '@/components/ui/button.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { savePdf } from '@/lib/files/save-file.ts'
import { ContactParty } from './contact-party.tsx'
import { nextStepOf } from './next-step.ts'

/** Shows the header's buttons; the next step of the contract is the primary one. */
export function ContractActions({ contract }: { contract: ContractDetail }) {
  const { id, side, status } = contract
  const next = status === 'completed' ? null : nextStepOf(contract, side)
  const past = status === 'completed' ? nextStepOf(contract, side) : null
  return (
    <>
      <DownloadContract contractId={id} />
      {past && (
        <Button asChild variant="outline">
          <Link to={past.to}>{past.label}</Link>
        </Button>
      )}
      <ContactParty contractId={id} side={side} variant={next ? 'outline' : 'primary'} />
      {next && (
        <Button asChild>
          <Link to={next.to}>{next.label}</Link>
        </Button>
      )}
    </>
  )
}

/** The contract as PDF. */
function DownloadContract({ contractId }: { contractId: string }) {
  const download = useMutation({
    mutationFn: () =>
      savePdf(`/api/contracts/${contractId}/contract.pdf`, `${contractId}-contract.pdf`),
    onError: () =>
      notify.error('Contract not downloaded', 'Check your connection and try again in a moment.'),
  })
  return (
    <Button variant="outline" loading={download.isPending} onClick={() => download.mutate()}>
      {!download.isPending && <FileDown aria-hidden />}
      Download Contract
    </Button>
  )
}
