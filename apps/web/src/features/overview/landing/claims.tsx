import { containerClasses } from '@/components/layout/container.ts'
import { cn } from '@/lib/cn.ts'
import { ClaimNote } from './claim-note.tsx'

const claims = [
  ['30+', 'nations supported'],
  ['100%', 'privacy protected'],
  ['$50M+', 'data exchanged'],
  ['99.9%', 'statistical accuracy'],
] as const

export function Claims() {
  return (
    <div className="relative z-10 border-t bg-card">
      <dl className={cn(containerClasses, 'grid grid-cols-2 lg:grid-cols-4')}>
        {claims.map(([figure, label], i) => (
          <div
            key={label}
            className={cn(
              'flex flex-col-reverse justify-end gap-x-3 py-5 lg:flex-row lg:items-baseline lg:justify-start lg:py-6',
              i > 0 && 'lg:border-l lg:pl-8',
              i % 2 === 1 && 'max-lg:border-l max-lg:pl-4',
              i > 1 && 'max-lg:border-t',
            )}
          >
            <dt className="text-base text-muted-foreground lg:order-2">{label}</dt>
            <dd className="figure text-3xl">{figure}</dd>
          </div>
        ))}
      </dl>
      <ClaimNote
        lead="Goals and illustrative figures, not measurements."
        className={cn(containerClasses, 'pb-3 text-muted-foreground')}
      />
    </div>
  )
}
