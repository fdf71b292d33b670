import { chmod, writeFile } from 'node:fs/promises'
import { ApiError, openClient, refusalOf } from '@semblance/client'
import { UsageError } from '@semblance/synth/command-line'
import { z } from 'zod'
import type { Command, Place } from '../command.ts'

/** The one scope of a key that is written into a file which notebooks and colleagues copy. */
const scope = 'datasets:read'

/** Makes the profile by which readers of Delta Sharing open the tables of a delivered request. */
export const share: Command = {
  summary: 'make the profile that opens a delivery in pandas',
  help: `Usage: semblance share REQUEST|CONTRACT [--out FILE] [--json]

Prints the profile of Delta Sharing with a key, checks that it opens the delivered tables, and names them. The
profile lets whoever has it read all that the key reads: so the key has the scope ${scope} and no other. That
of the login is used if it is such a key; otherwise one is asked for, or read from the standard input. For a
contract in place of a request, the login needs contracts:read.

  --out FILE   writes the profile to a file that only you can read, in place of printing it

Example:
  semblance share DPR-2041 --out semblance.share < key.txt
`,
  options: { out: { type: 'string' } },
  run: async ({ words: [named], values }, place) => {
    if (named === undefined) throw new UsageError('Name a request, such as DPR-2041.')
    const dprId = /^ctr-/i.test(named) ? await requestOf(place, named) : named
    const { key, expiresAt } = await findKey(place)
    const tables = await listTables(place, key, dprId)
    const profile = {
      shareCredentialsVersion: 1,
      endpoint: `${place.url}/delta-sharing`,
      bearerToken: key,
      expirationTime: expiresAt,
    }
    const text = `${JSON.stringify(profile, null, 2)}\n`
    const out = values.out as string | undefined
    if (out !== undefined) await writePrivate(out, text)
    for (const table of tables) place.say(`${out ?? 'FILE'}#${table}`)
    if (out === undefined && !values.json) return place.terminal.out(text)
    const sentence = `${out} opens ${tables.length === 1 ? 'one table' : `${tables.length} tables`} until ${expiresAt}.`
    place.answer(out === undefined ? { profile, tables } : { file: out, tables }, sentence)
  },
}

async function requestOf({ client }: Place, contractId: string): Promise<string> {
  return (await client.api.contracts.get({ contractId: contractId.toUpperCase() })).dprId
}

type Key = { key: string; expiresAt: string }

/** Returns the login's key if it has the scope alone, otherwise one that the person enters. Throws UsageError. */
async function findKey({ key, client, url, terminal }: Place): Promise<Key> {
  const own = (await client.api.organizations.viewer()).key
  if (own && hasScopeAlone(own)) return { key, expiresAt: own.expiresAt }
  const given = (await terminal.readSecret(`Key with the scope ${scope} alone: `)).trim()
  if (!given) throw new UsageError('No key was given.')
  const about = (await openClient({ url, key: given }).api.organizations.viewer()).key
  if (!about || !hasScopeAlone(about))
    throw new UsageError(
      `This key may do other things than read datasets. Make one with the scope ${scope} alone.`,
    )
  return { key: given, expiresAt: about.expiresAt }
}

const hasScopeAlone = ({ scopes }: { scopes: readonly string[] }) =>
  scopes.length === 1 && scopes[0] === scope

const tablesAnswer = z.object({
  items: z.array(z.object({ share: z.string(), schema: z.string(), name: z.string() })),
  nextPageToken: z.string().optional(),
})

/** Lists the tables that a key opens, as readers name them. Throws ApiError if it opens none. */
async function listTables({ url, retries }: Place, key: string, dprId: string): Promise<string[]> {
  const { fetch } = openClient({ url, key, ...retries })
  const tables: string[] = []
  const path = `/delta-sharing/shares/${encodeURIComponent(dprId)}/all-tables`
  for (let token: string | undefined = ''; token !== undefined; ) {
    const response = await fetch(`${path}${token && `?pageToken=${encodeURIComponent(token)}`}`)
    if (response.status === 404) throw closed(dprId)
    if (!response.ok) throw await refusalOf(response)
    const { items, nextPageToken } = tablesAnswer.parse(await response.json())
    tables.push(...items.map((table) => `${table.share}.${table.schema}.${table.name}`))
    token = nextPageToken || undefined
  }
  if (tables.length === 0) throw closed(dprId)
  return tables
}

const closed = (dprId: string) =>
  new ApiError('not_found', {
    status: 404,
    message: `This key opens no delivered table of ${dprId}.`,
    data: {},
  })

async function writePrivate(path: string, text: string): Promise<void> {
  await writeFile(path, text, { mode: 0o600 })
  await chmod(path, 0o600) // a file that was there keeps its mode
}
