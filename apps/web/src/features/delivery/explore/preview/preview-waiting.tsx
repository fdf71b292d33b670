import type { ShownPreview } from '@semblance/contract'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Panel } from '@/components/blocks/panel.tsx'
import { EmptyState } from '@/components/blocks/states/empty-state.tsx'
import { TimeText } from '@/components/blocks/text/time-text.tsx'
import { Verdict } from '@/components/blocks/verdict.tsx'
import { Button } from '@/components/ui/button.tsx'
import { dateTime } from '@/lib/format.ts'
import { paths } from '@/paths.ts'

/** Says why a preview has no rows, and what to do. */
export function PreviewWaiting({ preview }: { preview: ShownPreview }): ReactNode {
  const { state, isOwn, offerId, vendorName, reason, heldSince, sentAt } = preview
  const toOffer = isOwn && (
    <Button variant="outline" asChild>
      <Link to={paths.sentOffer(offerId)}>Open the Offer</Link>
    </Button>
  )
  switch (state) {
    case 'none':
      return (
        <div className="card">
          <EmptyState title="No sample yet" action={toOffer}>
            {isOwn
              ? 'Send a sample with the offer: the client then sees 1,000 synthetic rows made from it.'
              : `${vendorName} has sent no sample with this offer. A sample of theirs would become 1,000 synthetic rows here; you may ask for one in Messages.`}
          </EmptyState>
        </div>
      )
    case 'refused':
      return (
        <div className="grid gap-5">
          <Verdict
            tone="failed"
            sentence={
              isOwn ? 'No preview was made.' : `No preview was made of ${vendorName}'s sample.`
            }
          >
            {isOwn ? reason : 'The vendor was told why, and can send another.'}
          </Verdict>
          <div>{toOffer}</div>
        </div>
      )
    default:
      return (
        <Panel title={heldSince ? 'The preview waits' : 'The preview is being made'}>
          <p role="status" className="text-muted-foreground">
            {heldSince
              ? 'A problem on our side keeps the synthetic rows from being made. The sample is kept, sealed; it need not be sent again.'
              : 'Usually this takes a minute or two. The rows appear here by themselves; this page need not be reloaded.'}{' '}
            {sentAt && (
              <>
                Sent <TimeText at={sentAt} show={dateTime} />.
              </>
            )}
          </p>
        </Panel>
      )
  }
}
