import {
  type ListingCheckId,
  listingCan,
  type OwnListingDetail,
  resaleStatement,
} from '@semblance/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CircleCheck, CircleDashed } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { ConfirmDialog } from '@/components/blocks/confirm-dialog.tsx'
import { LegalNote } from '@/components/blocks/legal/legal-links.tsx'
import { Panel } from '@/components/blocks/panel.tsx'
import { RoleGate } from '@/components/blocks/role-gate.tsx'
import { DescriptionList } from '@/components/blocks/text/description-list.tsx'
import { Button } from '@/components/ui/button.tsx'
import { CheckboxField } from '@/components/ui/checkbox-field.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { toProblem } from '@/lib/api/api-errors.ts'
import { useConsent } from '@/lib/api/legal-versions.ts'
import { date } from '@/lib/format.ts'
import { useRequireSignIn } from '@/lib/session/require-sign-in.tsx'
import { paths } from '@/paths.ts'
import { TwinFigures } from './twin-figures.tsx'

const checkLabels: Record<ListingCheckId, string> = {
  description: 'Description',
  dictionary: 'Every column described',
  options: 'License option with a price',
  gate: 'Quality gate passed',
  payout: 'Payout account ready',
}

type PublishPanelProps = {
  listing: OwnListingDetail
  /** The fields hold changes that are not saved. */
  isChanged: boolean
}

/** Says what is missing to publish, publishes, and takes off the catalog. */
export function PublishPanel({ listing, isChanged }: PublishPanelProps) {
  const { revisions, id } = listing
  return (
    <div className="grid content-start gap-5">
      <Before listing={listing} isChanged={isChanged} />
      <TwinFigures listing={listing} />
      {revisions.length > 0 && (
        <Panel
          title="Revisions"
          action={
            listing.status === 'published' && (
              <Link to={paths.listing(id)} className="link text-sm">
                Open in the catalog
              </Link>
            )
          }
        >
          <DescriptionList
            rows={revisions.map(({ revision, publishedAt }) => ({
              term: `Revision ${revision}`,
              value: date(publishedAt),
            }))}
          />
        </Panel>
      )}
    </div>
  )
}

function Before({ listing, isChanged }: PublishPanelProps) {
  const { id: listingId, status, checks, hasUnpublishedChanges } = listing
  const [mayResell, setMayResell] = useState(false)
  const { accepted, isShown, renew } = useConsent('listing')
  const signInFirst = useRequireSignIn()
  const settle = useSettle()
  const publish = useMutation(
    orpc.listings.publish.mutationOptions({
      onSuccess: () => notify.success('Published', 'The listing is in the catalog.'),
      onError: (error) => {
        const problem = toProblem(error)
        renew(problem.code)
        notify.error('Not published', problem.message)
      },
      onSettled: settle,
    }),
  )
  const isComplete = checks.every(({ isMet }) => isMet)
  if (!listingCan.publish(status)) return null
  const isCurrent = status === 'published' && !hasUnpublishedChanges
  return (
    <Panel title={isCurrent ? 'Published' : 'Before you publish'}>
      <ul className="grid gap-3">
        {checks.map(({ id, isMet, detail }) => (
          <li key={id} className="flex gap-2.5">
            {isMet ? (
              <CircleCheck
                className="mt-0.5 size-4 shrink-0 text-st-success-fg"
                aria-label="Met:"
              />
            ) : (
              <CircleDashed
                className="mt-0.5 size-4 shrink-0 text-muted-foreground"
                aria-label="Missing:"
              />
            )}
            <div className="min-w-0">
              <p className="font-medium">{checkLabels[id]}</p>
              <p className="text-muted-foreground text-sm">
                {detail}
                {id === 'payout' && !isMet && (
                  <>
                    .{' '}
                    <Link to={paths.bankTaxInfo} className="link">
                      Bank and tax details
                    </Link>
                  </>
                )}
              </p>
            </div>
          </li>
        ))}
      </ul>
      <RoleGate procedure="listings.publish" to="publish listings">
        {!isCurrent && (
          <div className="mt-4 grid gap-3 border-t pt-4">
            <CheckboxField
              label={resaleStatement}
              disabled={!isShown}
              checked={mayResell}
              onCheckedChange={(checked) => setMayResell(checked === true)}
            />
            <LegalNote act="listing" lead="By publishing we accept the" />
            <Button
              loading={publish.isPending}
              disabled={!isComplete || !mayResell || isChanged}
              onClick={() =>
                signInFirst(() => publish.mutate({ listingId, mayResell: true, accepted }))
              }
            >
              {status === 'published' ? 'Publish the next revision' : 'Publish'}
            </Button>
            {isChanged && <p className="text-muted-foreground text-sm">Save your changes first.</p>}
          </div>
        )}
        <Endings listing={listing} />
      </RoleGate>
    </Panel>
  )
}

function Endings({ listing: { id: listingId, status } }: { listing: OwnListingDetail }) {
  const [isAsking, setIsAsking] = useState(false)
  const settle = useSettle()
  const pause = useMutation(
    orpc.listings.pause.mutationOptions({
      onSuccess: () => notify.success('Paused', 'Publish again to sell it.'),
      onError: (error) => notify.error('Not paused', toProblem(error).message),
      onSettled: settle,
    }),
  )
  const withdraw = useMutation(
    orpc.listings.withdraw.mutationOptions({
      onSuccess: () => notify.success('Withdrawn', 'Buyers keep what they bought.'),
      onError: (error) => notify.error('Not withdrawn', toProblem(error).message),
      onSettled: () => {
        setIsAsking(false)
        settle()
      },
    }),
  )
  return (
    <div className="mt-4 flex flex-wrap gap-2 border-t pt-4">
      {listingCan.pause(status) && (
        <Button
          variant="outline"
          size="sm"
          loading={pause.isPending}
          onClick={() => pause.mutate({ listingId })}
        >
          Pause
        </Button>
      )}
      <Button variant="outline" size="sm" onClick={() => setIsAsking(true)}>
        Withdraw
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title="Withdraw this listing?"
        description="It ends for good. Who has bought a copy keeps it; you can list the twin anew."
        action="Withdraw"
        isDestructive
        isBusy={withdraw.isPending}
        onConfirm={() => withdraw.mutate({ listingId })}
      />
    </div>
  )
}

function useSettle() {
  const queries = useQueryClient()
  return () => void queries.invalidateQueries({ queryKey: orpc.listings.key() })
}
