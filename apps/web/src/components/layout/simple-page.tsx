import type { ReactNode } from 'react'
import { cn } from '@/lib/cn.ts'
import { SkipLink } from './navigation/skip-link.tsx'
import { PublicHeader, type PublicHeaderProps } from './public-header.tsx'

type SimplePageProps = Pick<PublicHeaderProps, 'back' | 'actions'> & {
  /** note 560 px, choice 960 px (both centered), form 1144 px. */
  width?: 'note' | 'choice' | 'form'
  banner?: ReactNode
  children: ReactNode
}

const widths = {
  note: 'm-auto max-w-[560px] md:pb-28',
  choice: 'm-auto max-w-[960px] md:pb-28',
  form: 'mx-auto max-w-[1144px] md:py-12',
}

/** Shows one column under the public header: register, under review, dashboard chooser. */
export function SimplePage({ back, actions, width = 'form', banner, children }: SimplePageProps) {
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      {banner}
      <PublicHeader back={back} actions={actions} width={width === 'form' ? 'form' : 'wide'} />
      <main
        id="main"
        tabIndex={-1}
        className={cn('w-full px-4 py-10 outline-none md:px-8', widths[width])}
      >
        {children}
      </main>
    </div>
  )
}
