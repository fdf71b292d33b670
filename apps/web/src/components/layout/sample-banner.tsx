import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { cn } from '@/lib/cn.ts'
import { containerClasses } from './container.ts'

type SampleBannerProps = {
  /** Address of the sign-in for a signed-out visitor; without it there is no link. */
  signInTo?: string
  /** Action for a signed-in user. */
  action?: ReactNode
}

export const bannerActionClasses =
  'inline-flex h-7 shrink-0 items-center rounded-xs px-2 font-medium text-brass-strong underline decoration-brass-strong/40 underline-offset-[3px] hover:bg-brass-line/40 max-md:h-10'

export function SampleBanner({ signInTo, action }: SampleBannerProps) {
  return (
    <aside
      aria-label="Sample data"
      className="relative border-brass-line border-b bg-brass-soft text-sm"
    >
      <div aria-hidden className="hatch-soft absolute inset-0 opacity-60" />
      <div
        className={cn(
          containerClasses,
          'relative flex min-h-9 items-center justify-between gap-4 py-1',
        )}
      >
        <p>
          <span className="font-semibold text-brass-strong">Sample data.</span>{' '}
          <span className="text-foreground/85">No real money or personal data moves here.</span>
        </p>
        {signInTo ? (
          <Link to={signInTo} className={bannerActionClasses}>
            Sign in
          </Link>
        ) : (
          action
        )}
      </div>
    </aside>
  )
}
