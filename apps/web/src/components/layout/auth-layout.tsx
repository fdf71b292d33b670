import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { BackLink } from '@/components/blocks/back-link.tsx'
import { Logo } from '@/components/brand/logo.tsx'
import { EscrowCertificate } from '@/components/viz/escrow-certificate.tsx'
import { TwinBand } from '@/components/viz/twin-band.tsx'
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

function AuthAside() {
  return (
    <aside
      aria-label="About Semblance"
      className="relative flex flex-col justify-between overflow-hidden bg-inverse p-12 text-inverse-foreground max-lg:hidden xl:p-16"
    >
      <TwinBand className="absolute inset-x-0 bottom-0 h-[26%] w-full" />
      <div className="relative">
        <p className="display max-w-[15ch] text-3xl leading-[1.08]">
          Money waits in escrow while the data is made.
        </p>
        <p className="mt-3 max-w-[40ch] text-inverse-muted text-md">
          The contract says what the vendor gets at the start. The rest moves when the delivery is
          accepted.
        </p>
      </div>
      <figure className="relative my-10 w-full max-w-[460px]">
        <EscrowCertificate
          id="ESC-2041"
          amountCents={12_460_00}
          subject="Loyalty Program Members, Meridian Synthetics"
          releasedWhen="Delivery is accepted"
          expected="Dec 4, 2026"
        />
        <figcaption className="mt-2 text-inverse-muted text-xs">Illustrative figures</figcaption>
      </figure>
      <div className="h-24" />
    </aside>
  )
}
