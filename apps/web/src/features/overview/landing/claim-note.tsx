import { cn } from '@/lib/cn.ts'
import { paths } from '@/paths.ts'

/** Leads from claims to what is measured; every section that makes one has it. A plain link: see LandingPage. */
export function ClaimNote({ lead, className }: { lead: string; className?: string }) {
  return (
    <p className={cn('text-sm', className)}>
      {lead}{' '}
      <a href={paths.claims} className="underline underline-offset-[3px]">
        What is measured and guaranteed
      </a>
    </p>
  )
}
