import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { useWait } from '@/components/blocks/arrival.ts'
import { EmptyState } from '@/components/blocks/empty-state.tsx'
import { PageHeader } from '@/components/blocks/page-header.tsx'
import { Button } from '@/components/ui/button.tsx'
import { useAuth } from '@/lib/session.tsx'
import { signInAndReturn } from '@/lib/sign-in-first.tsx'
import { SharedPage } from './shared-page.tsx'

type SettingsPageProps = {
  /** Also of the document. */
  title: string
  meta?: ReactNode
  /** Shown to visitors too, on the sample. */
  isOpen?: boolean
  children: ReactNode
}

/** A page of settings: visitors are asked to sign in unless it is open. */
export function SettingsPage({ title, meta, isOpen = false, children }: SettingsPageProps) {
  const { status } = useAuth()
  return (
    <SharedPage title={title}>
      <PageHeader title={title} meta={meta} />
      {status === 'loading' && <Waiting />}
      {status === 'signed-out' && !isOpen ? <SignInNotice /> : status !== 'loading' && children}
    </SharedPage>
  )
}

function Waiting() {
  useWait()
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
