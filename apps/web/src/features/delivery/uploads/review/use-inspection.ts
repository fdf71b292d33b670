import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import type { Desk } from '../desk.ts'
import type { QueuedFile } from '../transfer/upload-queue.ts'
import { useShownDelivery } from '../use-shown-delivery.ts'

type Inspection = {
  desk: Desk
  notes: string
  queued: readonly QueuedFile[]
  /** Every file of the delivery has arrived. */
  hasAll: boolean
}

/** Has the files read, once that is wanted and they are all there, with the checksums of those sent from here. */
export function useInspection({ desk, notes, queued, hasAll }: Inspection) {
  const [isWanted, setWanted] = useState(false)
  const inspect = useMutation({
    mutationFn: desk.inspect,
    onSuccess: useShownDelivery(desk),
    onError: () => setWanted(false),
  })
  const checksums = queued.flatMap(({ uploadId, sha256 }) =>
    uploadId && sha256 ? [{ uploadId, sha256 }] : [],
  )
  const isHashed = queued.every(({ sha256 }) => sha256 !== null)
  const ask = useEffectEvent(() => inspect.mutate({ checksums, notes: notes.trim() || undefined }))
  const isDue = isWanted && hasAll && isHashed
  useEffect(() => {
    if (isDue) ask()
  }, [isDue])
  return { inspect, isWanted, want: () => setWanted(true) }
}
