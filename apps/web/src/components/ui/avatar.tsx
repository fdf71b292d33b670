import { cn } from '@/lib/cn.ts'
import { initials } from '@/lib/format.ts'

type AvatarProps = {
  name: string
  /** client: petrol. vendor: brass. */
  tone?: 'neutral' | 'client' | 'vendor'
  /** Pixels. */
  size?: number
  /** Companies are square, people round. */
  square?: boolean
  /** Shows a presence dot; say it in words too. */
  online?: boolean
  className?: string
}

const tones = {
  neutral: 'bg-muted text-foreground ring-border-strong',
  client: 'bg-primary-soft text-primary ring-primary/20',
  vendor: 'bg-brass-soft text-brass-strong ring-brass-line',
}

/** Renders initials only, always next to the written name, hence hidden from screen readers. */
export function Avatar({
  name,
  tone = 'neutral',
  size = 32,
  square,
  online,
  className,
}: AvatarProps) {
  return (
    <span aria-hidden className={cn('relative inline-flex h-fit shrink-0', className)}>
      <span
        style={{ width: size, height: size, fontSize: Math.max(11, size * 0.36) }}
        className={cn(
          'grid place-items-center font-semibold tracking-[-0.01em] ring-1 ring-inset',
          square ? 'rounded-sm' : 'rounded-full',
          tones[tone],
        )}
      >
        {initials(name)}
      </span>
      {online !== undefined && (
        <span
          className={cn(
            'absolute -right-0.5 -bottom-0.5 size-2.5 rounded-full border-2 border-popover',
            online ? 'bg-st-success-dot' : 'bg-st-neutral-dot',
          )}
        />
      )}
    </span>
  )
}
