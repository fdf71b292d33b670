import { useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { orpc } from '@/lib/api/api.ts'
import { cn } from '@/lib/cn.ts'
import { paths } from '@/paths.ts'
import { nextPayoutQuery } from './next-payout.tsx'
import { type ReadinessItem, type ReadinessState, readinessOf } from './readiness.ts'

type PayoutReadinessProps = { className?: string; footer?: ReactNode }

/** Shows a vendor what its payouts have and lack; nothing until it is known, and to who sells nothing. */
export function PayoutReadiness({ className, footer }: PayoutReadinessProps) {
  const { data: viewer } = useQuery(orpc.organizations.viewer.queryOptions())
  const isVendor = viewer?.organization?.isVendor ?? false
  const asVendor = { enabled: isVendor, retry: false }
  const overview = useQuery({ ...nextPayoutQuery, ...asVendor }).data
  const banking = useQuery({ ...orpc.banking.get.queryOptions(), ...asVendor }).data
  const stripe = useQuery({ ...orpc.stripe.standing.queryOptions(), ...asVendor }).data
  const taxForms = useQuery({ ...orpc.taxForms.get.queryOptions(), ...asVendor }).data
  if (!isVendor || !overview) return null
  const items = readinessOf({ overview, banking, stripe, taxForms })
  const done = items.filter(({ state }) => state === 'done').length
  const isPaid = !items.some(({ id, state }) => isNeeded(id) && state !== 'done')
  return (
    <aside aria-label="Payout readiness" className={cn('card overflow-hidden', className)}>
      <div className="px-4 py-4 md:px-5">
        <h2 className="font-semibold text-md">Payout readiness</h2>
        <p className="text-base text-muted-foreground">
          {done} of {items.length}.{' '}
          {isPaid
            ? 'Released money goes to your account.'
            : 'You can offer and work; released money waits for the bank account.'}
        </p>
      </div>
      <ul className="divide-y border-t">
        {items.map((item) => (
          <Item key={item.id} item={item} />
        ))}
      </ul>
      {footer && <p className="border-t px-4 py-3 text-base md:px-5">{footer}</p>}
    </aside>
  )
}

const isNeeded = (id: ReadinessItem['id']) => id === 'account' || id === 'agreement'

/** Shows the same on the page of an offer, before an organization's first one and while payouts would wait. */
export function ReadinessBeforeOffer() {
  const { data: overview } = useQuery({ ...nextPayoutQuery, retry: false })
  const { data: setup } = useQuery({
    ...orpc.dashboards.setup.queryOptions({ input: { side: 'vendor' } }),
    retry: false,
  })
  const isFirst = setup?.steps.some(({ id, isDone }) => id === 'first_offer' && !isDone) ?? false
  if (!overview || (!overview.obstacle && !isFirst)) return null
  return (
    <PayoutReadiness
      footer={
        <Link to={paths.bankTaxInfo} className="link">
          Bank details
        </Link>
      }
    />
  )
}

const marks: Record<ReadinessState, { says: string; look: string }> = {
  done: { says: 'Done', look: 'border-transparent bg-st-success-dot text-white' },
  todo: { says: 'To do', look: 'border-2 border-st-warn-fg' },
  waiting: { says: 'Waiting', look: 'border-2 border-primary' },
  open: { says: 'Open', look: 'border-border-strong' },
}

function Item({ item: { title, state, text } }: { item: ReadinessItem }) {
  const { says, look } = marks[state]
  return (
    <li className="flex items-start gap-3 px-4 py-3 md:px-5">
      <span
        role="img"
        aria-label={says}
        className={cn(
          'mt-0.5 grid size-[20px] shrink-0 place-items-center rounded-full border',
          look,
        )}
      >
        {state === 'done' && <Check className="size-3" strokeWidth={3} aria-hidden />}
        {state === 'waiting' && <span className="size-2 rounded-full bg-primary" />}
        {state === 'todo' && <span className="size-2 rounded-full bg-st-warn-fg" />}
      </span>
      <div className="min-w-0">
        <p className="font-medium text-base">{title}</p>
        <p className="text-muted-foreground text-sm [overflow-wrap:anywhere]">{text}</p>
      </div>
    </li>
  )
}
