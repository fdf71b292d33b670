import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { waitUntilOnline } from '@/lib/api/api-fetch.ts'
import { startHasher } from '@/lib/files/file-hasher.ts'
import type { Desk } from '../desk.ts'
import { startUpload } from './start-upload.ts'
import { createUploadQueue } from './upload-queue.ts'

/** Returns the page's upload queue with its progress; leaving the page pauses uploads. */
export function useUploads({ purpose, latest }: Desk) {
  const queries = useQueryClient()
  const [{ queue, hasher }] = useState(() => {
    const hasher = startHasher()
    const onChanged = () => void queries.invalidateQueries({ queryKey: latest })
    const parts = {
      purpose,
      hasher,
      start: startUpload,
      waitUntilOnline,
      onChanged,
    }
    return { hasher, queue: createUploadQueue(parts) }
  })
  useEffect(
    () => () => {
      queue.stop()
      hasher.stop()
    },
    [queue, hasher],
  )
  return { queue, queued: useSyncExternalStore(queue.subscribe, queue.snapshot) }
}
