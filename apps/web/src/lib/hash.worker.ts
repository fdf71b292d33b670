/** Computes SHA-256 beside the page, one file after the other; the page stays quick however large they are. */
import { hashFile } from './file-hash.ts'
import type { HashAnswer, HashQuestion } from './file-hasher.ts'

const REPORT_EVERY_MS = 100

let last: Promise<void> = Promise.resolve()

const tell = (answer: HashAnswer) => postMessage(answer)

addEventListener('message', ({ data: { id, content } }: MessageEvent<HashQuestion>) => {
  let reportedAt = 0
  const onProgress = (share: number) => {
    const now = performance.now()
    if (now - reportedAt < REPORT_EVERY_MS) return
    reportedAt = now
    tell({ id, share })
  }
  last = last.then(async () => {
    const sha256 = await hashFile(content, onProgress).catch(() => null) // it was changed or moved
    tell({ id, sha256 })
  })
})
