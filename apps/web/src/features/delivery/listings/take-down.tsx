import type { ListingDetail } from '@semblance/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '@/components/blocks/confirm-dialog.tsx'
import { Button } from '@/components/ui/button.tsx'
import { Field } from '@/components/ui/field.tsx'
import { Textarea } from '@/components/ui/textarea.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { toProblem } from '@/lib/api/api-errors.ts'
import { useGoOn } from '@/lib/pages/use-go-on.ts'
import { paths } from '@/paths.ts'

/** Lets staff take a listing off the catalog, with a reason that its vendor reads. */
export function TakeDown({ listing: { id, title } }: { listing: ListingDetail }) {
  const [open, setOpen] = useState(false)
  const [reason, setReason] = useState('')
  const goOn = useGoOn()
  const queries = useQueryClient()
  const takeDown = useMutation(
    orpc.listings.staff.takeDown.mutationOptions({
      onSuccess: () => {
        notify.success('Listing taken down', 'Its vendor was told, by mail too.')
        goOn(paths.catalog)
      },
      onError: (error) => notify.error('Not taken down', toProblem(error).message),
      onSettled: () => queries.invalidateQueries({ queryKey: orpc.listings.key() }),
    }),
  )
  return (
    <>
      <Button variant="outline" onClick={() => setOpen(true)}>
        Take down
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title={`Take down ${title}?`}
        description="It leaves the catalog for good. Who has bought a copy keeps it."
        action="Take down"
        isDestructive
        isBusy={takeDown.isPending}
        isDisabled={reason.trim() === ''}
        onConfirm={() => takeDown.mutate({ listingId: id, reason })}
      >
        <Field label="Reason, for the vendor" required>
          {(control) => (
            <Textarea
              {...control}
              rows={3}
              maxLength={1000}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
        </Field>
      </ConfirmDialog>
    </>
  )
}
