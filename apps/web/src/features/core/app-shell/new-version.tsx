import { useEffect, useState } from 'react'
import { EmptyArt } from '@/components/blocks/states/empty-art.tsx'
import { Button } from '@/components/ui/button.tsx'
import { reloadOnce } from '@/lib/pages/load-page.ts'

/** Reloads a page whose code is gone because the application was updated; once automatically. */
export function NewVersion() {
  const [isStuck, setIsStuck] = useState(false)
  useEffect(() => {
    if (!reloadOnce()) setIsStuck(true)
  }, [])
  if (!isStuck) return null
  return (
    <main className="m-auto flex min-h-dvh max-w-[560px] flex-col items-center justify-center px-4 py-10 text-center">
      <title>A new version is available · Semblance</title>
      <EmptyArt />
      <h1 className="display mt-6 text-2xl">A new version is available</h1>
      <p role="alert" className="mt-2 text-base text-muted-foreground">
        Semblance was updated while this page was open. Load the new version to go on.
      </p>
      <Button size="lg" className="mt-6" onClick={() => location.reload()}>
        Load New Version
      </Button>
    </main>
  )
}
