import { supportDesk } from '@semblance/contract'
import { useSearchParams } from 'react-router'
import { PageHeader } from '@/components/blocks/page-header.tsx'
import { SharedPage } from '@/features/shell/shared-page.tsx'
import { ownTicketsQuery } from '@/features/support/own-tickets.tsx'
import { SupportDesk } from '@/features/support/support-desk.tsx'
import { TicketView } from '@/features/support/ticket-view.tsx'
import { onlyFor } from '@/lib/page-queries.ts'
import { paths } from '@/paths.ts'

export const queries = onlyFor('member', (_, search) =>
  search.has('ticket') ? [] : [ownTicketsQuery],
)

export default function ContactSupport() {
  const [params] = useSearchParams()
  const ticketId = params.get('ticket')
  return (
    <SharedPage title={ticketId ?? 'Contact support'}>
      <PageHeader
        title={ticketId ? 'Your ticket' : 'Contact support'}
        back={ticketId ? { label: 'Contact support', to: paths.contactSupport } : undefined}
        meta={`We answer ${supportDesk.response}.`}
      />
      {ticketId ? <TicketView ticketId={ticketId} /> : <SupportDesk />}
    </SharedPage>
  )
}
