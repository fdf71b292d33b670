import type { DprDetail } from '@semblance/contract'
import { Link } from 'react-router'
import { VerifiedBadge } from '@/components/blocks/text/verified.tsx'
import { paths } from '@/paths.ts'

/** Links to the profile of the company that asks; plain once its account is closed. */
export function ClientName({ dpr }: { dpr: Pick<DprDetail, 'clientName' | 'clientSlug'> }) {
  if (!dpr.clientSlug) return <span>{dpr.clientName}</span>
  return (
    <span>
      <Link to={paths.company(dpr.clientSlug)} className="link">
        {dpr.clientName}
      </Link>{' '}
      <VerifiedBadge label="Verified client" />
    </span>
  )
}
