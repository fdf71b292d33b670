import { Button } from '@/components/ui/button.tsx'
import { Skeleton } from '@/components/ui/skeleton.tsx'
import { toProblem } from '@/lib/api/api-errors.ts'

type PaletteStateProps = {
  typed: string
  isEmpty: boolean
  isLoading: boolean
  error: unknown
  retry: () => void
}

/**
 * Shows below the list, or in its place, that the search is loading, has failed or found nothing.
 */
export function PaletteState({ typed, isEmpty, isLoading, error, retry }: PaletteStateProps) {
  if (typed.trim() === '') return null
  if (error)
    return (
      <div className="flex flex-wrap items-center justify-between gap-3 border-t px-4 py-3 text-sm">
        <p className="text-muted-foreground">{toProblem(error).message}</p>
        <Button variant="outline" size="sm" onClick={retry}>
          Try again
        </Button>
      </div>
    )
  if (!isEmpty) return null
  if (isLoading)
    return (
      <div className="grid gap-3 px-4 py-4">
        {['w-2/3', 'w-1/2', 'w-3/5'].map((width) => (
          <Skeleton key={width} className={`h-5 ${width}`} />
        ))}
      </div>
    )
  return (
    <div className="px-4 py-10 text-center">
      <p className="font-semibold text-md [overflow-wrap:anywhere]">
        Nothing found for “{typed.trim()}”
      </p>
      <p className="mt-1 text-base text-muted-foreground">Try another word, a company or an ID.</p>
    </div>
  )
}
