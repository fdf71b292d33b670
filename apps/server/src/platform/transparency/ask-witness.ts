/** Asks a witness to cosign a checkpoint (C2SP tlog-witness, add-checkpoint). */
import { type Cosignature, openCosignatures, toBase64 } from '@semblance/contract'
import type { WitnessSetting } from '../setting-types.ts'

/** Holds what a witness is sent: the note, and a proof that the tree continues an older one. */
export type Submission = {
  note: string
  text: string
  size: number
  oldSize: number
  prove: (oldSize: number) => Promise<Uint8Array[]>
}

/** Limits the whole exchange; signing takes a witness milliseconds. */
const TIMEOUT_MS = 5000

/** Bounds an answer, which has a few lines. */
const MAX_ANSWER_BYTES = 64 * 1024

/** Reports that a witness did not cosign; the message says why. */
export class WitnessError extends Error {}

/**
 * Returns the cosignature of the witness's key. Asks again with the size that the witness names, if it knows another
 * one. Throws WitnessError if it does not answer or cosigns nothing.
 */
export async function askWitness(
  witness: WitnessSetting,
  submission: Submission,
): Promise<Cosignature> {
  const first = await post(witness, submission, submission.oldSize)
  const known = first.status === 409 ? readSize(first.text) : null
  const answer =
    known !== null && known <= submission.size && known !== submission.oldSize
      ? await post(witness, submission, known)
      : first
  if (answer.status !== 200) throw new WitnessError(reasonOf(answer, submission))
  const [cosignature] = await openCosignatures(submission.text, answer.text, [witness.key])
  if (!cosignature) throw new WitnessError('It answered without a cosignature that its key made.')
  return cosignature
}

type Answer = { status: number; text: string }

async function post(
  { url }: WitnessSetting,
  { note, prove }: Submission,
  oldSize: number,
): Promise<Answer> {
  const proof = (await prove(oldSize)).map((hash) => `${toBase64(hash)}\n`).join('')
  try {
    const response = await fetch(`${url}/add-checkpoint`, {
      method: 'POST',
      body: `old ${oldSize}\n${proof}\n${note}`,
      headers: { 'content-type': 'text/plain; charset=utf-8' },
      redirect: 'error', // another host was not agreed on
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    return { status: response.status, text: await readAnswer(response) }
  } catch (error) {
    throw error instanceof WitnessError ? error : new WitnessError(silenceOf(error as Error))
  }
}

function silenceOf({ name, cause }: Error): string {
  if (name === 'TimeoutError') return `It did not answer within ${TIMEOUT_MS / 1000} seconds.`
  const { code } = (cause ?? {}) as NodeJS.ErrnoException
  return `It does not answer${code ? ` (${code})` : ''}.`
}

async function readAnswer(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    if (bytes > MAX_ANSWER_BYTES) throw new WitnessError('Its answer is too long.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Parses the size that a witness answers with; null for any other text. */
function readSize(text: string): number | null {
  const size = /^(0|[1-9]\d{0,15})\n$/.test(text) ? Number(text) : null
  return size !== null && Number.isSafeInteger(size) ? size : null
}

/** A witness that knows a larger tree, or another one, saw a history that this database does not have. */
function reasonOf({ status, text }: Answer, { size }: Submission): string {
  const known = status === 409 ? readSize(text) : null
  if (known !== null && known > size)
    return `It has seen a tree of ${known} leaves, and this database has published ${size}.`
  if (known === size) return `It has seen another tree of ${size} leaves.`
  const reasons: Record<number, string> = {
    403: 'It does not know the key of this log.',
    404: 'It does not know this log.',
    409: 'It refuses the size of the older tree.',
    422: 'It refuses the proof that the tree continues the one it has seen.',
  }
  return reasons[status] ?? `It answered ${status}.`
}
