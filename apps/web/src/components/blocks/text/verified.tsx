import { BadgeCheck } from 'lucide-react'

export function VerifiedBadge({ label = 'Verified vendor' }: { label?: string }) {
  return (
    <span className="inline-flex align-[-0.2em]" title={label}>
      <BadgeCheck className="size-4 text-primary" aria-hidden />
      <span className="sr-only">{label}</span>
    </span>
  )
}
