import { contractStatusLabels, dprStatusLabels, type Hit, type HitKind } from '@semblance/contract'
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

/** What a status badge says of a hit. */
export function statusLabelOf({ kind, status }: Pick<Hit, 'kind' | 'status'>): string | null {
  if (status === null) return null
  const labels: Record<string, string> =
    kind === 'request' || kind === 'market'
      ? dprStatusLabels
      : kind === 'contract'
        ? contractStatusLabels
        : {}
  return labels[status] ?? titleCase(status)
}

/** IDs that people know; the others are for machines. */
export function shownId({ kind, id, page }: Pick<Hit, 'kind' | 'id' | 'page'>): string | null {
  if (kind === 'organization') return page
  return /^[A-Z]{3}-/.test(id) ? id : null
}
