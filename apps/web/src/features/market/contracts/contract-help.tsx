import { type ContractDetail, contractCan, offerCan } from '@semblance/contract'
import { CalendarClock, FilePen, LifeBuoy } from 'lucide-react'
import { Link } from 'react-router'
import { Panel } from '@/components/blocks/panel.tsx'
import { Button } from '@/components/ui/button.tsx'
import { useMessages } from '@/lib/pages/messages-context.ts'
import { paths } from '@/paths.ts'
import { RequestChanges } from './request-changes.tsx'

/** Offers ways to change the agreed terms, and to get help. */
export function ContractHelp({ contract }: { contract: ContractDetail }) {
  const { id, side, status, vendorName, changeRequestsLeft } = contract
  const messages = useMessages()
  return (
    <Panel title="Something to change?" className="print:hidden">
      <div className="grid gap-2">
        {side === 'client' && contractCan.requestChanges(status) && (
          <RequestChanges
            contractId={id}
            vendorName={vendorName}
            changeRequestsLeft={changeRequestsLeft}
          />
        )}
        {side === 'vendor' && contractCan.extend(status) && (
          <Button
            variant="outline"
            onClick={() => messages.open({ contractId: id }, { propose: ['timeline'] })}
          >
            <CalendarClock aria-hidden />
            Request Extension
          </Button>
        )}
        {offerCan.changeTerms('accepted', status) && !contract.pendingProposal && (
          <Button
            variant="outline"
            onClick={() => messages.open({ contractId: id }, { propose: [] })}
          >
            <FilePen aria-hidden />
            Propose Changes
          </Button>
        )}
        <Button asChild variant="outline">
          <Link to={`${paths.contactSupport}?contract=${id}`}>
            <LifeBuoy aria-hidden />
            Report Issue
          </Link>
        </Button>
      </div>
    </Panel>
  )
}
