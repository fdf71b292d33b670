/** The files on their way to the server: a few at a time, each paused, resumed and taken back on its own. */
import type { UploadedFile } from '@semblance/contract'
import type { Hasher } from '@/lib/files/file-hasher.ts'
import type { Purpose } from '../desk.ts'
import type { PickedFile } from './picked-files.ts'
import type { RunningUpload, startUpload } from './start-upload.ts'

export type QueuedFile = {
  key: number
  name: string
  bytes: number
  /** Once the server knows of it. */
  uploadId: string | null
  phase: 'waiting' | 'sending' | 'paused' | 'failed' | 'sent'
  sentBytes: number
  /** The reason of the failure, or of a pause that ends by itself. */
  message?: string
  /** Holds the hash of the whole file; null until it is computed. */
  sha256: string | null
}

type Parts = {
  purpose: Purpose
  hasher: Hasher
  start: typeof startUpload
  /** Resolves once the server is back; true when it had been away. */
  waitUntilOnline: () => Promise<boolean>
  /** The server's list has changed. */
  onChanged: () => void
}

const AT_ONCE = 3

export function createUploadQueue({ purpose, hasher, start, waitUntilOnline, onChanged }: Parts) {
  let files: readonly QueuedFile[] = []
  let lastKey = 0
  const picked = new Map<number, PickedFile>()
  const running = new Map<number, RunningUpload>()
  /** Files whose fingerprint is awaited, which takes as long as the files before them are hashed. */
  const beginning = new Set<number>()
  const timers = new Map<number, ReturnType<typeof setTimeout>>()
  const listeners = new Set<() => void>()
  const set = (next: readonly QueuedFile[]) => {
    files = next
    for (const listener of listeners) listener()
  }
  const change = (key: number, part: Partial<QueuedFile>) =>
    set(files.map((file) => (file.key === key ? { ...file, ...part } : file)))
  const find = (key: number) => files.find((file) => file.key === key)

  const fill = () => {
    const free = AT_ONCE - files.filter(({ phase }) => phase === 'sending').length
    for (const { key } of files.filter(({ phase }) => phase === 'waiting').slice(0, free)) send(key)
  }
  const send = (key: number) => {
    change(key, { phase: 'sending', message: undefined })
    const standing = running.get(key)
    if (standing) standing.resume()
    else if (!beginning.has(key)) void begin(key)
  }
  const begin = async (key: number) => {
    const one = picked.get(key)!
    beginning.add(key)
    const fingerprint = await fingerprintOf(hasher, one.file)
    beginning.delete(key)
    const file = find(key)
    if (file?.phase !== 'sending') return // paused or removed during the wait
    const upload = start(
      { ...one, purpose, fingerprint, uploadId: file.uploadId },
      {
        onCreated: (uploadId) => {
          change(key, { uploadId })
          onChanged()
        },
        onProgress: (sentBytes) => {
          if (find(key)?.phase === 'sending') change(key, { sentBytes, message: undefined })
        },
        onDone: () => {
          change(key, { phase: 'sent', sentBytes: one.file.size, message: undefined })
          onChanged()
          fill()
        },
        onFailure: ({ message, retry }) => {
          if (typeof retry === 'object') {
            change(key, { message })
            timers.set(key, setTimeout(resumeAfter, retry.afterMs, key))
            return
          }
          change(key, { phase: 'failed', message })
          if (retry === 'online') void resumeWhenBack(key)
          fill()
        },
      },
    )
    running.set(key, upload)
  }
  /** Keeps its place, so that of many files only a few try again. */
  const resumeAfter = (key: number) => {
    if (find(key)?.phase === 'sending') running.get(key)?.resume()
  }
  const stopSending = (key: number) => {
    clearTimeout(timers.get(key))
    running.get(key)?.pause()
  }
  /** Only after the server was away: a connection that breaks again and again is for the person to try. */
  const resumeWhenBack = async (key: number) => {
    if ((await waitUntilOnline()) && find(key)?.phase === 'failed') send(key)
  }
  const pause = (key: number) => {
    stopSending(key)
    change(key, { phase: 'paused', message: undefined })
    fill()
  }
  const resume = (key: number) => {
    change(key, { phase: 'waiting' })
    fill()
  }
  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    snapshot: () => files,
    /** `unfinished`: what the server has a part of; a file that is known again goes on there. */
    add: async (chosen: readonly PickedFile[], unfinished: readonly UploadedFile[]) => {
      for (const one of chosen) {
        const uploadId = await knownAs(hasher, one, unfinished, files)
        lastKey += 1
        const key = lastKey
        picked.set(key, one)
        const { file, path: name } = one
        const queued = { key, name, bytes: file.size, uploadId, sentBytes: 0, sha256: null }
        set([...files, { ...queued, phase: 'waiting' }])
        void hasher.hash(file).then((sha256) => change(key, { sha256 }))
        fill()
      }
    },
    pause,
    resume,
    pauseAll: () => {
      for (const { key, phase } of files) if (phase === 'sending' || phase === 'waiting') pause(key)
    },
    resumeAll: () => {
      for (const { key, phase } of files)
        if (phase === 'paused' || phase === 'failed') change(key, { phase: 'waiting' })
      fill()
    },
    remove: (key: number) => {
      stopSending(key)
      running.delete(key)
      picked.delete(key)
      set(files.filter((file) => file.key !== key))
      fill()
    },
    stop: () => {
      for (const key of running.keys()) stopSending(key)
    },
  }
}

/** The unfinished upload that this file belongs to, by name, size, and what it begins and ends with. */
async function knownAs(
  hasher: Hasher,
  { file, path }: PickedFile,
  unfinished: readonly UploadedFile[],
  queued: readonly QueuedFile[],
): Promise<string | null> {
  const alike = unfinished.filter(
    ({ id, name, bytes }) =>
      bytes === file.size &&
      name.split('/').at(-1) === path.split('/').at(-1) &&
      !queued.some(({ uploadId }) => uploadId === id),
  )
  if (alike.length === 0) return null
  const fingerprint = await fingerprintOf(hasher, file)
  return alike.find((one) => one.fingerprint === fingerprint)?.id ?? null
}

const SAMPLE_BYTES = 1024 ** 2

/** A file's beginning and end: with its name and size enough to know it again after a reload. */
async function fingerprintOf({ hash }: Hasher, file: File): Promise<string | null> {
  const ends = [file.slice(0, SAMPLE_BYTES), file.slice(-SAMPLE_BYTES)]
  return (await hash(new Blob(ends)))?.slice(0, 32) ?? null
}
