/** Attachments and evidence, put up on one server and read on another. */
import type { Installation } from './cluster.ts'
import type { Deal } from './deal.ts'
import type { ServerProcess } from './server-process.ts'

export type SentFile = { kind: 'attachment' | 'evidence'; id: string; content: string }

/** Returns an installation of which only one server is called. */
export const through = (all: Installation, server: ServerProcess): Installation => ({
  ...all,
  fetch: (path, init) => all.fetch(path, init, server),
  apiOf: (token) => all.apiOf(token, server),
})

/** Has the client put up an attachment and evidence of a deal, which has a contract. */
export async function sendFiles(
  { fetch, apiOf, parties: { client } }: Installation,
  { offerId, contractId }: Deal,
  text: string,
): Promise<SentFile[]> {
  const { id } = await apiOf(client.token).negotiation.open({ offerId })
  const places = {
    attachment: `/api/conversations/${id}/attachments`,
    evidence: `/api/contracts/${contractId}/evidence`,
  }
  return await Promise.all(
    (['attachment', 'evidence'] as const).map(async (kind) => {
      const content = `${kind},${text}\n`
      const answer = await fetch(`${places[kind]}?fileName=a.csv`, {
        method: 'POST',
        headers: { authorization: `Bearer ${client.token}` },
        body: content,
      })
      if (answer.status !== 201) throw new Error(`The ${kind} was answered ${answer.status}.`)
      return { kind, id: ((await answer.json()) as { id: string }).id, content }
    }),
  )
}

/** Downloads a file as its sender. */
export async function readSentFile(
  { fetch, apiOf, parties: { client } }: Installation,
  { kind, id }: SentFile,
): Promise<string> {
  const api = apiOf(client.token)
  const { url } =
    kind === 'attachment'
      ? await api.negotiation.attachmentLink({ attachmentId: id })
      : await api.disputes.evidenceLink({ evidenceId: id })
  return await (await fetch(new URL(url).pathname)).text()
}
