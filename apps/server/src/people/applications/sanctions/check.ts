/** Compares an applicant with the lists of sanctions that the operator provides. Staff alone read the result. */
import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { type SanctionsCheck, sanctionsThreshold } from '@semblance/contract'
import type { Platform } from '../../../platform/http/context.ts'
import { isLatin, similarity, wordsOf } from './names.ts'
import { type ReadList, readSanctionsList } from './read-list.ts'

const MAX_MATCHES = 10

export async function checkSanctions(
  { config }: Pick<Platform, 'config'>,
  row: { business_name: string; contact_person: string },
): Promise<SanctionsCheck> {
  const files = await Promise.all(config.sanctionsLists.map(openList))
  const compared = [
    { field: 'business', name: row.business_name },
    { field: 'contact', name: row.contact_person },
  ] as const
  const unread = compared.flatMap(({ field, name }) => (isLatin(name) ? [] : [field]))
  const matches = compared.flatMap(({ field, name }) => {
    const words = wordsOf(name)
    return files.flatMap(({ file, list }) =>
      (list?.names ?? [])
        .map((listed) => ({ ...listed, score: similarity(words, listed.words) }))
        .filter(({ score }) => score >= sanctionsThreshold)
        .map(({ entry, name: listedName, score }) => ({ field, file, entry, listedName, score })),
    )
  })
  const result = {
    lists: files.map(({ file, modifiedAt, sha256, list, problem }) => ({
      file,
      publisher: list?.publisher ?? null,
      statedDate: list?.statedDate ?? null,
      modifiedAt,
      sha256,
      names: list?.names.length ?? 0,
      problem,
    })),
    matches: matches.sort((a, b) => b.score - a.score).slice(0, MAX_MATCHES),
    furtherMatches: Math.max(0, matches.length - MAX_MATCHES),
    unread,
  }
  return { digest: digestOf(result), ...result }
}

/** Returns the SHA-256 of a result without the times of the files, which differ between servers. */
function digestOf(result: Omit<SanctionsCheck, 'digest'>): string {
  const lists = result.lists.map(({ modifiedAt: _, ...list }) => list)
  return createHash('sha256')
    .update(JSON.stringify({ ...result, lists }))
    .digest('hex')
}

type OpenedList = {
  file: string
  modifiedAt: Date | null
  sha256: string | null
  list: ReadList | null
  problem: 'missing' | 'unreadable' | null
}

/** Keeps the names of each file that was read until the file changes; requests at the same time share one reading. */
const kept = new Map<string, { stamp: string; opened: Promise<OpenedList> }>()

async function openList(path: string): Promise<OpenedList> {
  const file = basename(path)
  const found = await stat(path).catch(() => null)
  if (!found?.isFile())
    return { file, modifiedAt: null, sha256: null, list: null, problem: 'missing' }
  const stamp = `${found.mtimeMs}:${found.size}`
  const known = kept.get(path)
  if (known?.stamp === stamp) return await known.opened
  const read = { file, modifiedAt: found.mtime }
  const hash = createHash('sha256')
  const opened = readSanctionsList(textsOf(path, hash)).then(
    (list): OpenedList => ({ ...read, sha256: hash.digest('hex'), list, problem: null }),
    (): OpenedList => ({ ...read, sha256: null, list: null, problem: 'unreadable' }),
  )
  const entry = { stamp, opened }
  kept.set(path, entry)
  const { problem } = await opened
  if (problem && kept.get(path) === entry) kept.delete(path)
  return await opened
}

/** Reads a file as texts, and hashes its bytes on the way. */
async function* textsOf(path: string, hash: Hash): AsyncIterable<string> {
  const decoder = new TextDecoder()
  for await (const bytes of createReadStream(path) as AsyncIterable<Buffer>) {
    hash.update(bytes)
    yield decoder.decode(bytes, { stream: true })
  }
}
