/** SHA-256 of files, computed in a worker. */
export type HashQuestion = { id: number; content: Blob }
export type HashAnswer = { id: number; sha256: string | null }

export type Hasher = {
  /** Null when the file can no longer be read. */
  hash: (content: Blob) => Promise<string | null>
  stop: () => void
}

export function startHasher(): Hasher {
  let worker: Worker | null = null
  let lastId = 0
  const waiting = new Map<number, (sha256: string | null) => void>()
  const start = () => {
    const started = new Worker(new URL('./hash.worker.ts', import.meta.url), { type: 'module' })
    started.addEventListener('message', ({ data }: MessageEvent<HashAnswer>) => {
      waiting.get(data.id)?.(data.sha256)
      waiting.delete(data.id)
    })
    return started
  }
  return {
    hash: (content) =>
      new Promise((resolve) => {
        worker ??= start()
        lastId += 1
        waiting.set(lastId, resolve)
        worker.postMessage({ id: lastId, content } satisfies HashQuestion)
      }),
    stop: () => worker?.terminate(),
  }
}

const SAMPLE_BYTES = 1024 ** 2

/** A file's beginning and end: with its name and size enough to know it again after a reload. */
export async function fingerprintOf({ hash }: Hasher, file: File): Promise<string | null> {
  const ends = [file.slice(0, SAMPLE_BYTES), file.slice(-SAMPLE_BYTES)]
  return (await hash(new Blob(ends)))?.slice(0, 32) ?? null
}
