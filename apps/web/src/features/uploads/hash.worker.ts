/** Computes SHA-256 beside the page, one file after the other; the page stays quick however large they are. */
import { hashFile } from '@/lib/file-hash.ts'
import type { HashAnswer, HashQuestion } from './hash-files.ts'

let last: Promise<void> = Promise.resolve()

addEventListener('message', ({ data }: MessageEvent<HashQuestion>) => {
  last = last.then(async () => {
    const sha256 = await hashFile(data.content).catch(() => null) // it was changed or moved
    postMessage({ id: data.id, sha256 } satisfies HashAnswer)
  })
})
