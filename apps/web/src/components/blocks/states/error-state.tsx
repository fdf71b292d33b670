import { RotateCcw } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button.tsx'
import { cn } from '@/lib/cn.ts'
import { EmptyArt } from './empty-art.tsx'

type ErrorStateProps = {
  /** The failed part as a title: "Offers did not load". */
  title: string
  onRetry?: () => void
  retrying?: boolean
  /** Replaces a whole page; the title is then its heading. */
  isPage?: boolean
  className?: string
  /** The state of the user's data, and the next step. */
  children?: ReactNode
}

export function ErrorState({
  title,
  onRetry,
  retrying,
  isPage,
  className,
  children,
}: ErrorStateProps) {
  const Title = isPage ? 'h1' : 'p'
  return (
    <div
      role="alert"
      className={cn('flex flex-col items-center px-6 py-12 text-center', className)}
    >
      <EmptyArt variant="error" />
      <Title className="mt-5 font-semibold text-md">{title}</Title>
      {children && <p className="mt-1 max-w-[44ch] text-base text-muted-foreground">{children}</p>}
      {onRetry && (
        <Button variant="outline" className="mt-4" loading={retrying} onClick={onRetry}>
          {!retrying && <RotateCcw aria-hidden />}
          Try again
        </Button>
      )}
    </div>
  )
}
