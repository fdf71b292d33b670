import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { PageHeader } from '@/components/blocks/page-header.tsx'
import { EmptyState } from '@/components/blocks/states/empty-state.tsx'
import { usePagePending } from '@/components/blocks/states/page-ready.ts'
import { Button } from '@/components/ui/button.tsx'
import { signInAndReturn } from '@/lib/session/require-sign-in.tsx'
import { useAuth } from '@/lib/session/session.tsx'
import { SettingsNav } from './settings-nav.tsx'
import { SharedPage } from './shared-page.tsx'

type SettingsPageProps = {
  /** Titles the page and the document. */
  title: string
  meta?: ReactNode
  /** Shown to visitors too, on the sample. */
  isOpen?: boolean
  children: ReactNode
}

/** Renders a page of settings with the way to the others: visitors are prompted to sign in unless it is open. */
export function SettingsPage({ title, meta, isOpen = false, children }: SettingsPageProps) {
  const { status } = useAuth()
  return (
    <SharedPage title={title}>
      <div className="xl:grid xl:grid-cols-[188px_minmax(0,1fr)] xl:gap-8">
        <SettingsNav />
        <div className="min-w-0">
          <PageHeader title={title} meta={meta} />
          {status === 'loading' && <Waiting />}
          {status === 'signed-out' && !isOpen ? <SignInNotice /> : status !== 'loading' && children}
        </div>
      </div>
    </SharedPage>
  )
}

function Waiting() {
  usePagePending()
  return null
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
