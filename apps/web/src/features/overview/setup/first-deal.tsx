import type { Side } from '@semblance/contract'
import { Panel } from '@/components/blocks/panel.tsx'

const deals: Record<Side, { title: string; steps: readonly (readonly [string, string])[] }> = {
  client: {
    title: 'Your first dataset',
    steps: [
      ['You post a request', 'Vendors answer with offers, and you compare them'],
      ['You accept and pay into escrow', 'The vendor starts work once the money is there'],
      ['The twin is made', 'You never receive the original'],
      ['You review and release', 'Or the review window ends, and the money is released'],
    ],
  },
  vendor: {
    title: 'Your first payout',
    steps: [
      ['The client pays into escrow', 'Before you start work'],
      ['You deliver, the twin is made', 'The client never receives the original'],
      ['The client releases', 'Or the review window ends'],
      ['You are paid', 'To your bank account; prices are in US dollars'],
    ],
  },
}

/** Says in four steps how a deal goes, for who has had none. */
export function FirstDeal({ side, className }: { side: Side; className?: string }) {
  const { title, steps } = deals[side]
  return (
    <Panel title={title} className={className}>
      <ol className="grid gap-3.5">
        {steps.map(([what, note], index) => (
          <li key={what} className="flex gap-3">
            <span
              aria-hidden
              className="num grid size-6 shrink-0 place-items-center rounded-full border border-border-strong text-muted-foreground text-sm"
            >
              {index + 1}
            </span>
            <div>
              <p className="font-medium text-base">{what}</p>
              <p className="text-base text-muted-foreground">{note}</p>
            </div>
          </li>
        ))}
      </ol>
    </Panel>
  )
}
