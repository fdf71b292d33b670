import { supportDesk } from '@semblance/contract'
import { useSearchParams } from 'react-router'
import { PageHeader } from '@/components/blocks/page-header.tsx'
import { SharedPage } from '@/features/core/app-shell/pages/shared-page.tsx'
import { ownTicketsQuery } from '@/features/people/support/own-tickets.tsx'
import { ReceivedTicketView } from '@/features/people/support/received-ticket.tsx'
import { SupportDesk } from '@/features/people/support/support-screen.tsx'
import { TicketView } from '@/features/people/support/ticket-view.tsx'
import { queriesForRole } from '@/lib/api/page-queries.ts'
import { paths } from '@/paths.ts'

export const queries = queriesForRole('member', (_, search) =>
  search.has('ticket') || search.has('received') ? [] : [ownTicketsQuery],
)

export default function ContactSupport() {
  const [params] = useSearchParams()
  const receivedId = params.get('received')
  const ticketId = params.get('ticket') ?? receivedId
  const isForVendor = receivedId !== null || params.get('to') === 'vendor'
  return (
    <SharedPage title={ticketId ?? 'Contact support'}>
      <PageHeader
        title={receivedId ? 'Ticket of a client' : ticketId ? 'Your ticket' : 'Contact support'}
        back={ticketId ? { label: 'Contact support', to: paths.contactSupport } : undefined}
        meta={isForVendor ? undefined : `We answer ${supportDesk.response}.`}
      />
      {receivedId ? (
        <ReceivedTicketView ticketId={receivedId} />
      ) : ticketId ? (
        <TicketView ticketId={ticketId} />
      ) : (
        <SupportDesk />
      )}
    </SharedPage>
  )
}
