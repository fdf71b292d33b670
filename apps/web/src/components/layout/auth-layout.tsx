import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { BackLink } from '@/components/blocks/back-link.tsx'
import { Logo } from '@/components/brand/logo.tsx'
import { AuthAside } from './auth-aside.tsx'
import { SkipLink } from './navigation/skip-link.tsx'

type AuthLayoutProps = {
  /** The page's h1. */
  title: string
  description?: ReactNode
  back?: { label: string; to: string }
  children: ReactNode
}

/** Renders a form column, next to the escrow certificate from 1024 px on. */
export function AuthLayout({
  title,
  description,
  back = { label: 'Back to home', to: '/' },
  children,
}: AuthLayoutProps) {
  return (
    <div className="grid min-h-dvh bg-card lg:grid-cols-[minmax(0,1fr)_minmax(0,46%)]">
      <SkipLink />
      <div className="flex flex-col px-4 py-6 md:px-10">
        <header className="flex items-center justify-between">
          <Link to="/" className="inline-flex rounded-sm" aria-label="Semblance home">
            <Logo size={28} />
          </Link>
          <BackLink to={back.to}>{back.label}</BackLink>
        </header>
        <main id="main" tabIndex={-1} className="m-auto w-full max-w-[420px] py-10 outline-none">
          <h1 className="display text-3xl">{title}</h1>
          {description && <p className="mt-2 text-md text-muted-foreground">{description}</p>}
          <div className="mt-6">{children}</div>
        </main>
      </div>
      <AuthAside />
    </div>
  )
}
