import { type Conversation, type CurrentTerms, errors } from '@semblance/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { ShieldAlert, ShieldCheck, TriangleAlert } from 'lucide-react'
import { useId } from 'react'
import { AnsweringSection } from '@/components/blocks/answering/answering-section.tsx'
import { TermRow } from '@/components/blocks/lists/term-row.tsx'
import { QueryState } from '@/components/blocks/states/query-state.tsx'
import { Id } from '@/components/blocks/text/id.tsx'
import { Button } from '@/components/ui/button.tsx'
import { Skeleton } from '@/components/ui/skeleton.tsx'
import { cn } from '@/lib/cn.ts'
import { dateTime } from '@/lib/format.ts'
import { AcceptAndPay } from './accept-and-pay.tsx'
import { ComparedTerms } from './compared-terms.tsx'
import { TermHistory } from './term-history.tsx'
import { termRows } from './term-rows.ts'
import { complianceSummary } from './terms-summary.ts'

export type TermsProps = {
  conversation: Conversation
  query: UseQueryResult<CurrentTerms | null>
  onPropose: () => void
}

/** Shows the current terms, the proposed changes, their history, and the way to change them. */
export function TermsPanel({ conversation, query, onPropose }: TermsProps) {
  return (
    <>
      <div className="px-5 pt-4 pb-2">
        <h3 className="font-semibold text-md">Current Terms</h3>
        <OfferName conversation={conversation} terms={query.data} />
      </div>
      <QueryState query={query} errorTitle="Terms did not load" skeleton={<TermsSkeleton />}>
        {(terms) =>
          terms ? (
            <>
              <section
                aria-label="Terms and their history"
                // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll box must be reachable by keyboard
                tabIndex={0}
                className="relative min-h-0 flex-1 overflow-y-auto px-5 focus-visible:-outline-offset-2"
              >
                <TermList terms={terms} />
                <ComparedTerms terms={terms} />
                <AnsweringNote conversation={conversation} terms={terms} />
                <TermHistory conversationId={conversation.id} />
              </section>
              <div className="grid gap-3 border-t p-5">
                <Compliance terms={terms} />
                <AcceptAndPay conversation={conversation} terms={terms} />
                <ProposeButton terms={terms} onPropose={onPropose} />
              </div>
            </>
          ) : (
            <NoTerms conversation={conversation} />
          )
        }
      </QueryState>
    </>
  )
}

/** Shows the own organization's automatic answers while the offer waits for a decision. */
export function AnsweringNote({
  conversation,
  terms,
}: {
  conversation: Conversation
  terms: CurrentTerms
}) {
  if (terms.offerStatus !== 'pending' || !terms.canPropose) return null
  const className = 'border-t py-3'
  return terms.answeringEndedAt ? (
    <p className={cn('text-muted-foreground text-sm', className)}>
      Since {dateTime(terms.answeringEndedAt)} people alone answer in this conversation.
    </p>
  ) : (
    <AnsweringSection
      dprId={conversation.dprId}
      side={conversation.side}
      heading="h4"
      className={className}
    />
  )
}

type Named = { conversation: Conversation; terms: CurrentTerms | null | undefined }

export function OfferName({ conversation, terms }: Named) {
  return (
    <p className="text-muted-foreground text-sm">
      {conversation.dprTitle} <Id>{terms?.offerId ?? conversation.dprId}</Id>
    </p>
  )
}

export function TermList({ terms }: { terms: CurrentTerms }) {
  return (
    <dl className="divide-y">
      {termRows(terms).map(({ id, flag, ...term }) => (
        <TermRow key={id} {...term}>
          {flag && (
            <p className="mt-1 flex gap-1.5 text-sm text-st-warn-fg">
              <TriangleAlert className="mt-0.5 size-3.5 shrink-0" aria-hidden />
              {flag}
            </p>
          )}
        </TermRow>
      ))}
    </dl>
  )
}

export function Compliance({ terms }: { terms: CurrentTerms }) {
  const { text, notes } = complianceSummary(terms)
  const Icon = notes === 0 ? ShieldCheck : ShieldAlert
  return (
    <p className="flex gap-2 text-muted-foreground text-sm">
      <Icon
        className={
          notes === 0
            ? 'mt-px size-4 shrink-0 text-st-success-fg'
            : 'mt-px size-4 shrink-0 text-st-warn-fg'
        }
        aria-hidden
      />
      <span>{text}</span>
    </p>
  )
}

export function ProposeButton({
  terms,
  onPropose,
}: {
  terms: CurrentTerms
  onPropose: () => void
}) {
  const reason = whyNot(terms)
  const reasonId = useId()
  return (
    <div className="grid gap-1.5">
      <Button
        variant="outline"
        disabled={reason !== null}
        aria-describedby={reason ? reasonId : undefined}
        onClick={onPropose}
      >
        Propose Contract Changes
      </Button>
      {reason && (
        <p id={reasonId} className="text-muted-foreground text-xs">
          {reason}
        </p>
      )}
    </div>
  )
}

function whyNot({ canPropose, pendingIsOwn }: CurrentTerms): string | null {
  if (pendingIsOwn) return 'Your proposal is waiting for an answer. Withdraw it to send another.'
  return canPropose ? null : errors.terms_fixed.message
}

export function NoTerms({ conversation }: { conversation: Conversation }) {
  return (
    <p className="px-5 py-3 text-base text-muted-foreground">
      {conversation.side === 'client'
        ? `Terms appear here when ${conversation.counterpart.name} sends an offer.`
        : 'Terms appear here when you send an offer on this request.'}
    </p>
  )
}

const rows = [0, 1, 2, 3, 4, 5]

function TermsSkeleton() {
  return (
    <div role="status" className="grid gap-6 px-5 py-3">
      <span className="sr-only">Loading</span>
      {rows.map((row) => (
        <div key={row}>
          <Skeleton className="h-3 w-1/3" />
          <Skeleton className="mt-2 h-4 w-1/2" />
        </div>
      ))}
    </div>
  )
}
