import type { Ticket } from '@semblance/contract'
import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { Panel } from '@/components/blocks/panel.tsx'
import { Button } from '@/components/ui/button.tsx'
import { Skeleton } from '@/components/ui/skeleton.tsx'
import { useGoOn } from '@/lib/pages/use-go-on.ts'
import { useAuth } from '@/lib/session/session.tsx'
import { paths } from '@/paths.ts'
import { ContactForm } from './contact-form.tsx'
import { Faq } from './faq.tsx'
import { OwnTickets } from './own-tickets.tsx'
import { ReceivedTickets } from './received-tickets.tsx'
import { SupportFacts } from './support-facts.tsx'

/** Shows the support page: members follow tickets in its list, visitors are answered by e-mail. */
export function SupportDesk() {
  const { roles, status } = useAuth()
  const [params] = useSearchParams()
  const goOn = useGoOn()
  const [sent, setSent] = useState<Ticket | null>(null)
  const onSent = (ticket: Ticket) => {
    if (status === 'signed-in') goOn(paths.ticket(ticket.id))
    else setSent(ticket)
  }
  return (
    <div className="grid items-start gap-5 lg:grid-cols-12">
      <div className="grid min-w-0 gap-5 lg:col-span-8">
        {sent ? (
          <SentNotice ticket={sent} onAgain={() => setSent(null)} />
        ) : status === 'loading' ? (
          <Skeleton className="h-[763px] rounded-lg sm:h-[547px]" />
        ) : (
          <ContactForm
            key={`${status} ${params.get('contract')} ${params.get('to')}`}
            onSent={onSent}
          />
        )}
        <Faq />
      </div>
      <div className="grid min-w-0 gap-5 lg:sticky lg:top-16 lg:col-span-4">
        <SupportFacts />
        {roles.includes('vendor') && <ReceivedTickets />}
        {status === 'signed-in' && <OwnTickets />}
      </div>
    </div>
  )
}

function SentNotice({ ticket, onAgain }: { ticket: Ticket; onAgain: () => void }) {
  return (
    <Panel>
      <div role="status" className="flex gap-3">
        <CircleCheck className="mt-0.5 size-5 shrink-0 text-st-success-fg" aria-hidden />
        <div className="min-w-0">
          <h2 className="font-semibold text-md">We have your message</h2>
          <p className="mt-1 text-base text-muted-foreground [overflow-wrap:anywhere]">
            Your ticket is <span className="mono text-foreground">{ticket.id}</span>. We answer to{' '}
            <span className="text-foreground">{ticket.email}</span>.
          </p>
          <Button variant="outline" className="mt-4" onClick={onAgain}>
            Write Another Message
          </Button>
        </div>
      </div>
    </Panel>
  )
}
