import type { ContractDetail } from '@semblance/contract'
import { Link } from 'react-router'
import { Button } from '@/components/ui/button.tsx'
import { ContactParty } from './contact-party.tsx'
import { DownloadContract } from './download-contract.tsx'
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
