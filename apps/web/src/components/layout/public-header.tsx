import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { BackLink } from '@/components/blocks/back-link.tsx'
import { Logo } from '@/components/brand/logo.tsx'
import { cn } from '@/lib/cn.ts'

export type PublicHeaderProps = {
  back?: { label: string; to: string }
  /** Instead of the back link. */
  actions?: ReactNode
  /** The content column below it: form 1144 px, wide 1360 px. */
  width?: 'form' | 'wide'
}

export function PublicHeader({ back, actions, width = 'wide' }: PublicHeaderProps) {
  return (
    <header className="border-b bg-card">
      <div
        className={cn(
          'mx-auto flex h-14 items-center justify-between gap-4 px-4 md:px-8',
          width === 'form' ? 'max-w-[1144px]' : 'max-w-[1360px]',
        )}
      >
        <Link to="/" aria-label="Semblance home" className="inline-flex rounded-sm">
          <Logo />
        </Link>
        {actions ?? (back && <BackLink to={back.to}>{back.label}</BackLink>)}
      </div>
    </header>
  )
}
