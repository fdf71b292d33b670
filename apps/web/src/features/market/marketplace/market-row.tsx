import { type MarketDpr, privacyEpsilons, type Side } from '@semblance/contract'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Competition } from '@/components/blocks/text/competition.tsx'
import { TimeText } from '@/components/blocks/text/time-text.tsx'
import { dayMonth } from '@/lib/format.ts'
import { paths } from '@/paths.ts'
import { budgetText } from './dpr-labels.ts'
import { LabelBadge } from './label-badge.tsx'
import { MarketColumns } from './market-columns.tsx'
import { ClientActions, OfferAction, ViewDetails } from './offer-action.tsx'

const DAY_MS = 86_400_000

const grid = {
  vendor:
    'lg:grid-cols-[minmax(0,1fr)_112px_64px_72px_64px_104px_112px] lg:items-center lg:gap-x-3',
  client: 'lg:grid-cols-[minmax(0,1fr)_112px_64px_72px_64px_240px] lg:items-center lg:gap-x-3',
} as const

/** Heads the columns of the list; each row repeats them for screen readers. */
export function MarketHead({ side }: { side: Side }) {
  const heads = ['Request', 'Budget', 'Days', 'Until', 'Privacy']
  return (
    <div
      aria-hidden
      className={`hidden h-9 border-b bg-sunken px-5 font-medium text-muted-foreground text-sm lg:grid ${grid[side]}`}
    >
      {[...heads, ...(side === 'vendor' ? ['Offers'] : [])].map((head) => (
        <span key={head}>{head}</span>
      ))}
    </div>
  )
}

/** Shows a request as a row of the list, and as a card on narrow screens. */
export function MarketRow({ dpr, side }: { dpr: MarketDpr; side: Side }) {
  const isClosing = dpr.closesAt.getTime() - Date.now() < 2 * DAY_MS
  return (
    <article
      className={`px-5 py-3 max-lg:rounded-lg max-lg:border max-lg:bg-card max-lg:p-4 lg:grid lg:border-b lg:last:border-b-0 ${grid[side]}`}
    >
      <div className="min-w-0">
        <div className="flex items-start gap-2.5 max-lg:justify-between">
          <h2 className="min-w-0 font-semibold text-base [overflow-wrap:anywhere] max-lg:text-md">
            <Link
              to={paths.marketRequest(dpr.id)}
              className="rounded-xs underline-offset-[3px] hover:underline"
            >
              {dpr.title}
            </Link>
          </h2>
          <LabelBadge label={dpr.label} />
        </div>
        <p className="text-muted-foreground text-sm">
          {dpr.clientName}, <TimeText at={dpr.createdAt} />
          {dpr.invited && <span className="font-medium text-primary"> · You are invited</span>}
        </p>
        <div className="max-lg:hidden">
          <MarketColumns dpr={dpr} />
        </div>
      </div>
      <div className="num mt-2.5 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-base lg:contents">
        <Cell head="Budget" className="font-semibold">
          {budgetText(dpr)}
        </Cell>
        <Cell head="Timeline">
          {dpr.timelineDays}
          <span className="lg:sr-only"> {dpr.timelineDays === 1 ? 'day' : 'days'}</span>
        </Cell>
        <Cell
          head="Takes offers until"
          className={isClosing ? 'text-destructive' : 'max-lg:hidden'}
        >
          {dayMonth(dpr.closesAt)}
        </Cell>
        <Cell head="Privacy">ε ≤ {privacyEpsilons[dpr.privacyLevel]}</Cell>
        {side === 'vendor' && (
          <Cell head="Offers">
            <span className="inline-flex items-center gap-1.5">
              {dpr.offersCount}
              <Competition offers={dpr.offersCount} />
            </span>
          </Cell>
        )}
      </div>
      <div
        className={`mt-3 flex gap-2 max-lg:[&>*]:flex-1 lg:mt-0 lg:justify-end ${side === 'vendor' ? 'lg:flex-col lg:gap-1.5' : ''}`}
      >
        <RowActions dpr={dpr} side={side} />
      </div>
    </article>
  )
}

function RowActions({ dpr, side }: { dpr: MarketDpr; side: Side }) {
  if (side === 'client') return <ClientActions dpr={dpr} size="sm" />
  return (
    <>
      <OfferAction dpr={dpr} variant="soft" size="sm" />
      <ViewDetails dpr={dpr} size="sm" />
    </>
  )
}

function Cell({
  head,
  className,
  children,
}: {
  head: string
  className?: string
  children: ReactNode
}) {
  return (
    <span className={className}>
      <span className="sr-only">{head} </span>
      {children}
    </span>
  )
}
