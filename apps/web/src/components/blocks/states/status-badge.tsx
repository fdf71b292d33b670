import { type StatusDomain, type StatusId, statusVariant } from './status-variants.ts'
import { VariantBadge } from './variant-badge.tsx'

type StatusBadgeProps<Domain extends StatusDomain> = {
  domain: Domain
  status: StatusId<Domain>
  /** Shows icon and label without the tint. */
  bare?: boolean
  className?: string
}

export function StatusBadge<Domain extends StatusDomain>({
  domain,
  status,
  ...look
}: StatusBadgeProps<Domain>) {
  return <VariantBadge variant={statusVariant(domain, status)} {...look} />
}
