/** SHA-256 of files, computed in a worker: it alone may run WebAssembly, and the page stays quick. */
export type HashQuestion = { id: number; content: Blob }
/** Describes the progress of a hash (a share of 1), or its result. */
export type HashAnswer = { id: number } & ({ share: number } | { sha256: string | null })

export type Hasher = {
  /**
   * Resolves to null when the file can no longer be read. `onProgress` receives the share that is
   * read, 0 to 1.
   */
  hash: (content: Blob, onProgress?: (share: number) => void) => Promise<string | null>
  stop: () => void
}

type Waiting = { answer: (sha256: string | null) => void; onProgress?: (share: number) => void }

/** Starts a worker with the first file; it hashes one file after the other. */
export function startHasher(): Hasher {
  let worker: Worker | null = null
  let lastId = 0
  const waiting = new Map<number, Waiting>()
  const hear = ({ data }: MessageEvent<HashAnswer>) => {
    const asked = waiting.get(data.id)
    if ('share' in data) return asked?.onProgress?.(data.share)
    waiting.delete(data.id)
    asked?.answer(data.sha256)
  }
  const stop = () => {
    worker?.terminate()
    worker = null
    for (const { answer } of waiting.values()) answer(null)
    waiting.clear()
  }
  const start = () => {
    const started = new Worker(new URL('./hash.worker.ts', import.meta.url), { type: 'module' })
    started.addEventListener('message', hear)
    started.addEventListener('error', stop) // it did not load
    return started
  }
  return {
    hash: (content, onProgress) =>
      new Promise((answer) => {
        worker ??= start()
        lastId += 1
        waiting.set(lastId, { answer, onProgress })
        worker.postMessage({ id: lastId, content } satisfies HashQuestion)
      }),
    stop,
  }
}
