/** Compares an applicant with the lists of sanctions that the operator provides. Staff alone read the result. */
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { type SanctionsCheck, sanctionsThreshold } from '@semblance/contract'
import type { Ctx } from '../../../platform/http/context.ts'
import { AppError } from '../../../platform/http/errors.ts'
import { findApplication } from '../queries.ts'
import { isLatin, similarity, wordsOf } from './names.ts'
import { type ReadList, readSanctionsList } from './read-list.ts'

const MAX_MATCHES = 10

export async function checkSanctions(ctx: Ctx, id: string): Promise<SanctionsCheck> {
  const row = await findApplication(ctx.tx, id)
  if (!row) throw new AppError('not_found')
  const files = await Promise.all(ctx.platform.config.sanctionsLists.map(openList))
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
  return {
    lists: files.map(({ file, modifiedAt, list, problem }) => ({
      file,
      publisher: list?.publisher ?? null,
      statedDate: list?.statedDate ?? null,
      modifiedAt,
      names: list?.names.length ?? 0,
      problem,
    })),
    matches: matches.sort((a, b) => b.score - a.score).slice(0, MAX_MATCHES),
    furtherMatches: Math.max(0, matches.length - MAX_MATCHES),
    unread,
  }
}

type OpenedList = {
  file: string
  modifiedAt: Date | null
  list: ReadList | null
  problem: 'missing' | 'unreadable' | null
}

/** Keeps the names of each file until the file changes; requests at the same time share one reading. */
const kept = new Map<string, { stamp: string; opened: Promise<OpenedList> }>()

async function openList(path: string): Promise<OpenedList> {
  const file = basename(path)
  const found = await stat(path).catch(() => null)
  if (!found?.isFile()) return { file, modifiedAt: null, list: null, problem: 'missing' }
  const stamp = `${found.mtimeMs}:${found.size}`
  const known = kept.get(path)
  if (known?.stamp === stamp) return await known.opened
  const read = { file, modifiedAt: found.mtime }
  const opened = readSanctionsList(createReadStream(path, 'utf8')).then(
    (list): OpenedList => ({ ...read, list, problem: null }),
    (): OpenedList => ({ ...read, list: null, problem: 'unreadable' }),
  )
  kept.set(path, { stamp, opened })
  return await opened
}
