import { cn } from '@/lib/cn.ts'
import { Mark } from './mark.tsx'

type LogoProps = {
  /** Height of the mark in pixels; the word follows. */
  size?: number
  mono?: boolean
  className?: string
}

export function Logo({ size = 26, mono, className }: LogoProps) {
  return (
    <span className={cn('inline-flex items-center gap-2', className)}>
      <Mark size={size} mono={mono} />
      <span
        className="display leading-none tracking-[-0.025em]"
        style={{ fontSize: size * 0.75, transform: 'translateY(-0.02em)' }}
      >
        Semblance
      </span>
    </span>
  )
}
