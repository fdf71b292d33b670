import type { Hit } from '@semblance/contract'
import { paths } from '@/paths.ts'

type Place = Pick<Hit, 'kind' | 'id' | 'side' | 'page'> & { status?: string | null }

/** The page that shows a hit; one that begins with "?" opens over the current page. */
export function placeOf(hit: Place, isStaff: boolean): string {
  return isStaff ? staffPlaceOf(hit) : ownPlaceOf(hit)
}

function ownPlaceOf({ kind, id, side, page }: Place): string {
  switch (kind) {
    case 'offer':
      return side === 'client' && page ? paths.offersOf(page) : paths.sentOffer(id)
    case 'contract':
      return paths.contract(id)
    case 'dispute':
      return paths.contract(page ?? '')
    case 'conversation':
      return `?messages=${id}`
    case 'invoice':
      return page ? paths.contract(page) : paths.billing
    case 'ticket':
      return paths.ticket(id)
    case 'company':
      return paths.company(page ?? id)
    default:
      return paths.dpr(id)
  }
}

/** What has no page of its own for staff is searched for: an ID finds all that belongs to it. */
function staffPlaceOf({ kind, id, page, status }: Place): string {
  const to = (path: string, params: Record<string, string>) =>
    `${path}?${new URLSearchParams(params)}`
  switch (kind) {
    case 'organization':
      return to(paths.adminOrganizations, { q: page ?? id })
    case 'user':
      return to(paths.adminUsers, { q: page ?? id })
    case 'application':
      return to(paths.applications, { tab: page ?? status ?? 'pending', id })
    case 'dispute':
      return paths.adminDispute(id)
    case 'payment':
      return to(paths.ledger, { tab: 'entries', contract: page ?? '' })
    case 'payout':
      return to(paths.ledger, { tab: 'entries', organization: page ?? '' })
    case 'entry':
      return to(paths.ledger, { tab: 'entries', entry: id })
    case 'ticket':
      return to(paths.support, { tab: page ?? 'open', ticket: id })
    case 'mail':
      return paths.mail(id)
    default:
      return paths.adminSearch(id)
  }
}
