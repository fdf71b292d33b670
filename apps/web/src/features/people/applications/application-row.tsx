import type { Application } from '@semblance/contract'
import { TimeText } from '@/components/blocks/text/time-text.tsx'
import { cn } from '@/lib/cn.ts'
import { countryName, industryName } from '@/lib/forms/business-labels.ts'

type ApplicationRowProps = { application: Application; isOpen: boolean; onOpen: () => void }

export function ApplicationRow({ application, isOpen, onOpen }: ApplicationRowProps) {
  return (
    <li>
      <button
        type="button"
        aria-current={isOpen || undefined}
        onClick={onOpen}
        className={cn(
          'flex w-full items-baseline justify-between gap-4 px-4 py-3 text-left focus-visible:-outline-offset-2 md:px-5',
          isOpen ? 'bg-primary-soft/60' : 'hover:bg-accent/60',
        )}
      >
        <span className="min-w-0">
          <span className="block truncate font-medium text-base">{application.businessName}</span>
          <span className="block text-muted-foreground text-sm">
            {industryName(application.industry)} · {application.city},{' '}
            {countryName(application.country)}
          </span>
        </span>
        <span className="shrink-0 text-muted-foreground text-xs">
          <TimeText at={application.createdAt} />
        </span>
      </button>
    </li>
  )
}
