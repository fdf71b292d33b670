import type { Company } from '@semblance/contract'
import { Link } from 'react-router'
import { paths } from '@/paths.ts'

/** Leads to the vendor's profile; a closed account has none. */
export function VendorName({ vendor }: { vendor: Company }) {
  if (!vendor.slug) return vendor.name
  return (
    <Link to={paths.company(vendor.slug)} className="rounded-xs hover:underline">
      {vendor.name}
    </Link>
  )
}
