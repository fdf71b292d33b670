import type { Hit, HitKind } from '@semblance/contract'
import {
  Building2,
  CircleDollarSign,
  FileSignature,
  FileText,
  FileUser,
  HandCoins,
  Landmark,
  LifeBuoy,
  type LucideIcon,
  Mail,
  MessagesSquare,
  ReceiptText,
  Scale,
  Store,
  Tags,
  UserRound,
} from 'lucide-react'
import { isStatus, type StatusDomain } from '@/components/blocks/states/status-variants.ts'
import { titleCase } from '@/lib/format.ts'

export const hitKindLooks: Record<HitKind, { label: string; icon: LucideIcon }> = {
  request: { label: 'DPRs', icon: FileText },
  market: { label: 'Marketplace', icon: Store },
  offer: { label: 'Offers', icon: Tags },
  contract: { label: 'Contracts', icon: FileSignature },
  dispute: { label: 'Disputes', icon: Scale },
  conversation: { label: 'Messages', icon: MessagesSquare },
  invoice: { label: 'Invoices', icon: ReceiptText },
  ticket: { label: 'Support tickets', icon: LifeBuoy },
  company: { label: 'Companies', icon: Building2 },
  organization: { label: 'Organizations', icon: Building2 },
  user: { label: 'Users', icon: UserRound },
  application: { label: 'Applications', icon: FileUser },
  payment: { label: 'Payments', icon: CircleDollarSign },
  payout: { label: 'Payouts', icon: HandCoins },
  entry: { label: 'Ledger entries', icon: Landmark },
  mail: { label: 'Mails', icon: Mail },
}

/** Ledger entries are named by their kind. */
export const titleOf = ({ kind, title }: Pick<Hit, 'kind' | 'title'>) =>
  kind === 'entry' ? titleCase(title) : title

/** The domain of the status that a hit of each kind carries, if it carries one. */
const statusDomains = {
  request: 'dpr',
  market: 'dpr',
  offer: 'offer',
  contract: 'contract',
  dispute: 'dispute',
  conversation: null,
  invoice: 'invoice',
  ticket: 'ticket',
  company: null,
  organization: 'organization',
  user: 'member',
  application: 'application',
  payment: 'payment',
  payout: 'payout',
  entry: null,
  mail: 'mail',
} as const satisfies Record<HitKind, StatusDomain | null>

/** Returns a hit's status as a badge takes it, or null for a hit without one. */
export function statusOf({ kind, status }: Pick<Hit, 'kind' | 'status'>) {
  const domain = statusDomains[kind]
  return domain && status && isStatus(domain, status) ? { domain, status } : null
}

/** IDs that people know; the others are for machines. */
export function shownId({ kind, id, page }: Pick<Hit, 'kind' | 'id' | 'page'>): string | null {
  if (kind === 'organization') return page
  return /^[A-Z]{3}-/.test(id) ? id : null
}
