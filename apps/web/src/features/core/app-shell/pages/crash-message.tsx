import { EmptyArt } from '@/components/blocks/states/empty-art.tsx'
import { Logo } from '@/components/brand/logo.tsx'
import { buttonVariants } from '@/components/ui/button.tsx'

/** Shows unexpected errors, with a plain link home, because the application behind it may be gone. */
export function CrashNotice({ error }: { error: unknown }) {
  const known = error instanceof Error ? error : new Error(String(error))
  return (
    <div className="flex min-h-dvh flex-col bg-card">
      <title>Unexpected Application Error · Semblance</title>
      <header className="mx-auto flex h-14 w-full max-w-[1360px] items-center px-4 md:px-8">
        <a href="/" aria-label="Semblance home" className="inline-flex rounded-sm">
          <Logo />
        </a>
      </header>
      <main className="m-auto w-full max-w-[640px] px-4 py-10 md:px-8">
        <EmptyArt variant="error" />
        <h1 className="display mt-6 text-3xl">Unexpected Application Error!</h1>
        <p role="alert" className="mt-3 text-md text-muted-foreground [overflow-wrap:anywhere]">
          {known.message}
        </p>
        {known.stack && (
          <details className="mt-5 rounded-md border">
            <summary className="cursor-pointer px-4 py-2.5 font-medium text-sm">
              Technical details
            </summary>
            <pre className="mono relative max-h-80 overflow-auto border-t bg-sunken px-4 py-3 text-xs">
              {known.stack}
            </pre>
          </details>
        )}
        <a href="/" className={buttonVariants({ size: 'lg', className: 'mt-7' })}>
          Return to Home
        </a>
      </main>
    </div>
  )
}
