/** Computes SHA-256 in a worker, one file after the other, so that large files do not block the page. */
import { hashFile } from './file-hash.ts'
import type { HashAnswer, HashQuestion } from './file-hasher.ts'

const REPORT_EVERY_MS = 100

let last: Promise<void> = Promise.resolve()

const postAnswer = (answer: HashAnswer) => postMessage(answer)

addEventListener('message', ({ data: { id, content } }: MessageEvent<HashQuestion>) => {
  let reportedAt = 0
  const onProgress = (share: number) => {
    const now = performance.now()
    if (now - reportedAt < REPORT_EVERY_MS) return
    reportedAt = now
    postAnswer({ id, share })
  }
  last = last.then(async () => {
    const sha256 = await hashFile(content, onProgress).catch(() => null) // it was changed or moved
    postAnswer({ id, sha256 })
  })
})
