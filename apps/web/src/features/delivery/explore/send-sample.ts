import { type SamplePreview, type SourceChoice, samplePreview } from '@semblance/contract'
import { authorizationHeader } from '@/lib/api/api.ts'

const NOT_TAKEN = 'The server did not take the file. Try again in a moment.'

/** Sends a sample along with an offer that is there. Throws an Error with a sentence for the vendor. */
export async function sendSample(
  offerId: string,
  file: File,
  source?: SourceChoice,
): Promise<SamplePreview> {
  const query = new URLSearchParams({ fileName: file.name })
  if (source) query.set(...parameterOf(source))
  const response = await fetch(`/api/offers/${encodeURIComponent(offerId)}/sample?${query}`, {
    method: 'POST',
    headers: { ...(await authorizationHeader()), 'content-type': 'application/octet-stream' },
    body: file,
  }).catch(() => {
    throw new Error('The connection was lost. Try again.')
  })
  const answer: unknown = await response.json().catch(() => null)
  if (!response.ok) throw new Error(messageIn(answer) ?? NOT_TAKEN)
  const { createdAt, ...sample } = answer as SamplePreview
  return samplePreview.parse({ ...sample, createdAt: new Date(createdAt) })
}

const parameterOf = (source: SourceChoice): [name: string, value: string] =>
  'id' in source ? ['sourceId', source.id] : ['sourceName', source.name]

const messageIn = (answer: unknown) =>
  answer && typeof answer === 'object' && 'message' in answer ? String(answer.message) : null
