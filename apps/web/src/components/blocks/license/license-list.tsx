import { alwaysProhibited, type LicenseTerms, licenseWords } from '@semblance/contract'
import { cn } from '@/lib/cn.ts'

type LicenseListProps = { terms: LicenseTerms; className?: string }

/** Shows license terms in words, and what every license prohibits. */
export function LicenseList({ terms, className }: LicenseListProps) {
  const rows = [
    ...licenseWords(terms),
    { aspect: 'prohibited', label: 'Always prohibited', text: alwaysProhibited },
  ]
  return (
    <dl className={cn('grid gap-x-8 gap-y-3 sm:grid-cols-2', className)}>
      {rows.map(({ aspect, label, text }) => (
        <div
          key={aspect}
          className={cn('min-w-0 text-base', aspect === 'prohibited' && 'sm:col-span-2')}
        >
          <dt className="text-muted-foreground text-sm">{label}</dt>
          <dd className="max-w-[72ch] [overflow-wrap:anywhere]">{text}</dd>
        </div>
      ))}
    </dl>
  )
}
