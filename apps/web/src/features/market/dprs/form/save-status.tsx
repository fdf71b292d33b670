import { Check, CloudAlert, LoaderCircle } from 'lucide-react'
import { Button } from '@/components/ui/button.tsx'
import { time } from '@/lib/format.ts'
import type { SaveState } from './use-autosave.ts'

/** Shows if the draft is saved, next to the form. */
export function SaveNote({ state, onRetry }: { state: SaveState; onRetry: () => void }) {
  return (
    <div role="status" className="flex min-h-6 items-center gap-1.5 text-muted-foreground text-sm">
      {state.status === 'idle' && 'Kept as a draft while you type.'}
      {state.status === 'saving' && (
        <>
          <LoaderCircle className="size-3.5 animate-spin" aria-hidden />
          Saving draft…
        </>
      )}
      {state.status === 'saved' && (
        <>
          <Check className="size-3.5 text-st-success-fg" aria-hidden />
          <span>
            Saved <span className="num">{time(state.savedAt)}</span>
          </span>
        </>
      )}
      {state.status === 'failed' && (
        <>
          <CloudAlert className="size-3.5 text-destructive" aria-hidden />
          <span>
            {navigator.onLine
              ? 'The draft was not saved; this tab keeps it.'
              : 'Offline. This tab keeps the draft.'}
          </span>
          <Button variant="link" size="sm" onClick={onRetry}>
            Try again
          </Button>
        </>
      )}
    </div>
  )
}
