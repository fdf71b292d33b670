import { type ContractDetail, contractCan, offerCan } from '@semblance/contract'
import { CalendarClock, EllipsisVertical, FilePen, LifeBuoy, Scale } from 'lucide-react'
import { Link } from 'react-router'
import { Button } from '@/components/ui/button.tsx'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '@/components/ui/dropdown-menu.tsx'
import { useMessages } from '@/lib/pages/messages-context.ts'
import { paths } from '@/paths.ts'

/** Offers ways to change the agreed terms, and to get help. */
export function ContractMenu({ contract }: { contract: ContractDetail }) {
  const { id, side, status, heldCents } = contract
  const messages = useMessages()
  const propose = (terms: 'timeline'[]) => () =>
    messages.open({ contractId: id }, { propose: terms })
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button
          variant="outline"
          size="icon"
          aria-label="More actions"
          className="max-md:flex-none! print:hidden"
        >
          <EllipsisVertical aria-hidden />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        {side === 'vendor' && contractCan.extend(status) && (
          <DropdownMenuItem onSelect={propose(['timeline'])}>
            <CalendarClock aria-hidden />
            Request Extension
          </DropdownMenuItem>
        )}
        {canPropose(contract) && (
          <DropdownMenuItem onSelect={propose([])}>
            <FilePen aria-hidden />
            Propose Changes
          </DropdownMenuItem>
        )}
        <DropdownMenuItem asChild>
          <Link to={`${paths.contactSupport}?contract=${id}`}>
            <LifeBuoy aria-hidden />
            Report Issue
          </Link>
        </DropdownMenuItem>
        {contractCan.dispute(status) && heldCents > 0n && (
          <DropdownMenuItem asChild>
            <Link to={paths.dispute(id)}>
              <Scale aria-hidden />
              Open a Dispute
            </Link>
          </DropdownMenuItem>
        )}
      </DropdownMenuContent>
    </DropdownMenu>
  )
}

/** Returns true where changed terms may be proposed, and none are. */
export const canPropose = ({ status, pendingProposal }: ContractDetail) =>
  offerCan.changeTerms('accepted', status) && !pendingProposal
