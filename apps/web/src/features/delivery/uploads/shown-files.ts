import type { UploadedFile } from '@semblance/contract'
import type { QueuedFile } from './transfer/upload-queue.ts'

/** Describes a file of the delivery: uploading from this page, on the server, or both. */
export type ShownFile = {
  id: string
  name: string
  bytes: number
  sentBytes: number
  /** `unfinished`: begun before this page was opened; its sender has to choose it again. */
  phase: QueuedFile['phase'] | 'unfinished'
  message?: string
  uploadId: string | null
  /** Identifies the file in this page's queue. */
  key: number | null
}

/** Lists the server's files in order, then those that only this page knows. */
export function shownFiles(
  stored: readonly UploadedFile[],
  queued: readonly QueuedFile[],
): ShownFile[] {
  const here = new Map(queued.map((file) => [file.uploadId, file]))
  const known = new Set(stored.map(({ id }) => id))
  return [
    ...stored.map((file) => fromStored(file, here.get(file.id))),
    ...queued.filter(({ uploadId }) => !uploadId || !known.has(uploadId)).map(fromQueue),
  ]
}

function fromStored(
  { id, name, bytes, receivedBytes }: UploadedFile,
  queued: QueuedFile | undefined,
): ShownFile {
  if (queued) return { ...fromQueue(queued), id, name }
  const phase = receivedBytes === bytes ? 'sent' : 'unfinished'
  return { id, name, bytes, sentBytes: receivedBytes, phase, uploadId: id, key: null }
}

function fromQueue({
  key,
  name,
  bytes,
  sentBytes,
  phase,
  message,
  uploadId,
}: QueuedFile): ShownFile {
  return { id: uploadId ?? `queued-${key}`, name, bytes, sentBytes, phase, message, uploadId, key }
}
