import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { EmptyState } from '@/components/blocks/empty-state.tsx'
import { PageHeader } from '@/components/blocks/page-header.tsx'
import { Button } from '@/components/ui/button.tsx'
import { useAuth } from '@/lib/session.tsx'
import { signInAndReturn } from '@/lib/sign-in-first.tsx'
import { lastSide } from './last-side.ts'
import { WorkPage } from './work-page.tsx'

type SettingsPageProps = {
  /** Also of the document. */
  title: string
  meta?: ReactNode
  /** Shown to visitors too, on the sample. */
  isOpen?: boolean
  children: ReactNode
}

/** A page that belongs to neither dashboard, under the navigation of the last one. */
export function SettingsPage({ title, meta, isOpen = false, children }: SettingsPageProps) {
  const { status, roles } = useAuth()
  const ownSides = (['client', 'vendor'] as const).filter((side) => roles.includes(side))
  const [onlySide] = ownSides.length === 1 ? ownSides : []
  return (
    <WorkPage side={onlySide ?? lastSide() ?? 'client'} title={title} isShared>
      <PageHeader title={title} meta={meta} />
      {status === 'signed-out' && !isOpen ? <SignInNotice /> : status !== 'loading' && children}
    </WorkPage>
  )
}

function SignInNotice() {
  const { pathname, search } = useLocation()
  return (
    <div className="card">
      <EmptyState
        title="Sign in to see your settings"
        action={
          <Button asChild>
            <Link to={signInAndReturn(pathname + search)}>Sign In</Link>
          </Button>
        }
      >
        They belong to your account. You come back here afterwards.
      </EmptyState>
    </div>
  )
}
