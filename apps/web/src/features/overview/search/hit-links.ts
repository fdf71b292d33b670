import type { Hit } from '@semblance/contract'
import { paths } from '@/paths.ts'

type HitLocation = Pick<Hit, 'kind' | 'id' | 'side' | 'page'> & { status?: string | null }

/** Returns the page that shows a hit; one that starts with "?" opens over the current page. */
export function placeOf(hit: HitLocation, isStaff: boolean): string {
  return isStaff ? staffPlaceOf(hit) : ownPlaceOf(hit)
}

function ownPlaceOf({ kind, id, side, page }: HitLocation): string {
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

/**
 * Returns the staff's page of a hit. Objects without a page are searched for: an ID finds all
 * objects that belong to it.
 */
function staffPlaceOf({ kind, id, page, status }: HitLocation): string {
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
