import type { OfferRevision } from '@semblance/contract'
import { ChangeList } from '@/components/blocks/lists/change-list.tsx'
import { Button } from '@/components/ui/button.tsx'

type NewerTermsProps = {
  /** Lists the changes made while the form was open. */
  revisions: readonly OfferRevision[]
  onLoad: () => void
  onKeep: () => void
}

/** Warns above the form of an offer that another user changed during editing. */
export function NewerTerms({ revisions, onLoad, onKeep }: NewerTermsProps) {
  return (
    <div
      role="alert"
      className="mb-7 rounded-md border border-st-warn-dot/50 bg-st-warn-bg px-4 py-3"
    >
      <p className="font-semibold text-st-warn-fg">
        This offer was changed while you were editing.
      </p>
      <ChangeList className="mt-2" changes={revisions.flatMap(({ changes }) => changes)} />
      <div className="mt-3 flex flex-wrap gap-2">
        <Button variant="outline" size="sm" onClick={onLoad}>
          Load the Newer Terms
        </Button>
        <Button variant="outline" size="sm" onClick={onKeep}>
          Keep What I Typed
        </Button>
      </div>
    </div>
  )
}
