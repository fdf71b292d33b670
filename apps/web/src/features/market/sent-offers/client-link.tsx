import type { SentOffer } from '@semblance/contract'
import { Link } from 'react-router'
import { paths } from '@/paths.ts'

/** Links the client's name to its profile, if it has one. */
export function ClientLink({ offer }: { offer: Pick<SentOffer, 'clientName' | 'clientSlug'> }) {
  if (!offer.clientSlug) return offer.clientName
  return (
    <Link
      to={paths.company(offer.clientSlug)}
      className="rounded-xs underline decoration-foreground/25 underline-offset-2 hover:decoration-current"
    >
      {offer.clientName}
    </Link>
  )
}
