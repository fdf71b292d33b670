import { SAMPLE_RESET_PAUSE_MINUTES } from '@semblance/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { ConfirmDialog } from '@/components/blocks/confirm-dialog.tsx'
import { bannerActionClasses } from '@/components/layout/sample-banner.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { orpc } from '@/lib/api/api.ts'
import { dateTime } from '@/lib/format.ts'
import { paths } from '@/paths.ts'

/** Sets the interval in ms at which a browser polls the job. */
const POLL_MS = 1500

/** Restores the sample marketplace, after a question; for the people of sample companies, and staff. */
export function ResetSamples() {
  const [isOpen, setIsOpen] = useState(false)
  const [isWaiting, setIsWaiting] = useState(false)
  const state = useQuery(
    orpc.samples.get.queryOptions({
      enabled: isOpen || isWaiting,
      refetchInterval: isWaiting ? POLL_MS : false,
      staleTime: 0,
    }),
  )
  const queries = useQueryClient()
  const navigate = useNavigate()
  const reset = useMutation(
    orpc.samples.reset.mutationOptions({
      onSuccess: async (begun) => {
        // An answer under way is older: that nothing is being restored would be taken for the end.
        await queries.cancelQueries({ queryKey: orpc.samples.get.key() })
        queries.setQueryData(orpc.samples.get.queryKey(), begun)
        setIsWaiting(true)
      },
      onError: (error) => notify.error('Sample data not restored', error.message),
    }),
  )
  const isDone = isWaiting && state.data?.isResetting === false
  const hasFailed = state.data?.hasFailed ?? false

  useEffect(() => {
    if (!isDone) return
    setIsWaiting(false)
    setIsOpen(false)
    if (hasFailed)
      return void notify.error('Sample data not restored', 'Everything is as it was. Try again.')
    notify.success('Sample data restored', 'Everything is as it was at the start.')
    void queries.invalidateQueries()
    void navigate(paths.dashboardSelection) // the page at hand may show what is no longer there
  }, [isDone, hasFailed, queries, navigate])

  const nextAt = state.data?.nextAt
  return (
    <>
      <button type="button" className={bannerActionClasses} onClick={() => setIsOpen(true)}>
        Reset sample data
      </button>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={setIsOpen}
        title="Reset sample data?"
        description={
          nextAt
            ? `It was restored a moment ago. You can do it again after ${dateTime(nextAt)}: at most every ${SAMPLE_RESET_PAUSE_MINUTES} minutes.`
            : 'Every request, offer, contract and message of the sample companies goes back to how it was at the start, for everybody who looks at them. Other companies keep all they have. It takes about half a minute.'
        }
        action="Reset sample data"
        onConfirm={() => reset.mutate(undefined)}
        isBusy={reset.isPending || isWaiting}
        isDisabled={state.isPending || nextAt != null}
      />
    </>
  )
}
