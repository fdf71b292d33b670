/** Writes and reads models as files: a ZIP of a manifest and one JSON file per table. */

import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import type { ZodError } from 'zod'
import { modelOfPairs } from '../../model/fit-model.ts'
import type { FittedColumn, FittedModel } from '../../model/fitted-model.ts'
import { at } from '../../model/pairs/at.ts'
import { misfitOf } from '../../model/released/check-model.ts'
import { decodeValue, encodeValue } from '../../model/released/encode-values.ts'
import {
  type ModelManifest,
  modelManifest,
  type StoredTable,
  storedTable,
} from '../../model/released/model-shape.ts'
import type {
  ReleasedFamily,
  ReleasedModel,
  ReleasedTable,
} from '../../model/released/released-model.ts'
import { readEntry, withZip, type ZipArchive } from '../../read/zip-archive.ts'
import { SynthesisError } from '../../schema/synthesis-error.ts'
import { ENGINE_VERSION } from './engine-version.ts'

/** Ends the name of a model's file. */
export const MODEL_EXTENSION = '.semblance'

const MANIFEST = 'manifest.json'
/** The largest model seen takes a tenth. */
const MAX_FILE_BYTES = 64 * 2 ** 20
const MAX_UNPACKED_BYTES = 512 * 2 ** 20
/** All entries carry one date, so that equal models are equal files. */
const ENTRY_DATE = new Date(Date.UTC(1980, 0, 1, 12))

/** Writes a model to a file, which equal models make equal. */
export async function writeModel({ families }: ReleasedModel, filePath: string): Promise<void> {
  const zip = new ZipFile()
  const add = (name: string, text: string) =>
    zip.addBuffer(Buffer.from(text), name, { mtime: ENTRY_DATE, mode: 0o100644 })
  let tables = 0
  const manifest: ModelManifest = {
    format: 1,
    engine: ENGINE_VERSION,
    families: families.map(({ privacy, tables: ofFamily }) => ({
      privacy,
      tables: ofFamily.map(({ name, links, model }) => {
        const entry = `tables/${++tables}.json`
        const text = encodeValue({ links, model: toStored(model) })
        add(entry, text)
        return { name, entry, sha256: sha256(text) }
      }),
    })),
  }
  add(MANIFEST, JSON.stringify(manifest))
  zip.end()
  await pipeline(zip.outputStream, createWriteStream(filePath))
}

/**
 * Reads a model from a file. Throws SynthesisError `model_unreadable` for what is damaged, no model, or no model that twins
 * can be drawn from, and `model_too_new` for one of a later form.
 */
export async function readModel(filePath: string): Promise<ReleasedModel> {
  const { size } = await stat(filePath)
  if (size > MAX_FILE_BYTES) throw unreadable('It is larger than any model.')
  try {
    return await withZip(filePath, async (archive) => {
      const bytes = [...archive.entries.values()].reduce((sum, of) => sum + of.uncompressedSize, 0)
      if (bytes > MAX_UNPACKED_BYTES) throw unreadable('It is larger than any model.')
      const manifest = parseManifest(await textOf(archive, MANIFEST))
      const families: ReleasedFamily[] = []
      for (const family of manifest.families) families.push(await readFamily(archive, family))
      return { families }
    })
  } catch (error) {
    if (
      error instanceof SynthesisError &&
      error.code !== 'model_unreadable' &&
      error.code !== 'model_too_new'
    )
      throw unreadable('The file is damaged.')
    throw error
  }
}

async function readFamily(
  archive: ZipArchive,
  { privacy, tables }: ModelManifest['families'][number],
): Promise<ReleasedFamily> {
  const stored: StoredTable[] = []
  for (const { entry, sha256: expected } of tables) {
    const text = await textOf(archive, entry)
    if (sha256(text) !== expected) throw unreadable('A part of it is not the one that was written.')
    stored.push(parseTable(text))
  }
  const misfit = misfitOf(stored)
  if (misfit) throw unreadable(misfit)
  if (stored.some(({ model }) => 'pairs' in model !== (privacy !== null)))
    throw unreadable('It does not say what it has cost.')
  return {
    privacy,
    tables: stored.map(
      ({ links, model }, i): ReleasedTable => ({
        name: at(tables, i).name,
        links,
        model: fromStored(model),
      }),
    ),
  }
}

/** Leaves out what follows from the rest, and what drawing rows has no use for. */
function toStored(model: FittedModel) {
  const { rules } = model
  const columns = {
    columns: model.columns.map(withoutCodes),
    context: model.context.map(withoutCodes),
    rules: {
      ...rules,
      alone: mapValues(rules.alone, withoutCodes),
      lookups: mapValues(rules.lookups, (lookup) => ({
        ...lookup,
        on: lookup.on.map(withoutCodes),
      })),
    },
  }
  if ('trees' in model) return { ...model, ...columns }
  const { tree, determined: _, ...rest } = model
  return { ...rest, ...columns, margins: tree.margins }
}

function withoutCodes({ values, ...column }: FittedColumn) {
  const kept = values.type === 'grid' ? values : { type: values.type, labels: values.labels }
  return { ...column, values: kept }
}

const mapValues = <From, To>(map: Map<number, From>, convert: (value: From) => To) =>
  new Map([...map].map(([key, value]) => [key, convert(value)]))

function fromStored(model: StoredTable['model']): FittedModel {
  if ('trees' in model) return model
  const { margins, pairs, orders, series, ...columns } = model
  return { ...modelOfPairs(columns, margins, pairs, orders), ...(series && { series }) }
}

function parseManifest(text: string): ModelManifest {
  const json = parseJson(text, JSON.parse)
  const { format } = (json ?? {}) as { format?: unknown }
  if (typeof format === 'number' && format > 1)
    throw new SynthesisError(
      'model_too_new',
      'The model was written by a newer version of the engine. Update the engine to read it.',
    )
  const parsed = modelManifest.safeParse(json)
  if (!parsed.success) throw unreadable(`Not of a model: ${placeOf(parsed.error)}.`)
  return parsed.data
}

function parseTable(text: string): StoredTable {
  const parsed = storedTable.safeParse(parseJson(text, decodeValue))
  if (!parsed.success) throw unreadable(`Not of a model: ${placeOf(parsed.error)}.`)
  return parsed.data
}

/** Names the first place that is not as it should be. */
function placeOf({ issues }: ZodError): string {
  let [issue] = issues
  const path = [...(issue?.path ?? [])]
  // Reports the form that fits best, of those that a part may have.
  while (issue?.code === 'invalid_union' && issue.errors.length > 0) {
    const [deepest = []] = issue.errors.toSorted((a, b) => depthOf(b) - depthOf(a))
    issue = deepest[0]
    path.push(...(issue?.path ?? []))
  }
  return path.length > 0 ? path.join('.') : 'the whole'
}

const depthOf = (issues: readonly { path: PropertyKey[] }[]): number => issues[0]?.path.length ?? 0

function parseJson(text: string, parse: (json: string) => unknown): unknown {
  try {
    return parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) throw unreadable('A part of it is not JSON of a model.')
    throw error
  }
}

async function textOf(archive: ZipArchive, name: string): Promise<string> {
  const entry = archive.entries.get(name)
  if (!entry) throw unreadable(`It has no ${name}.`)
  const chunks: Buffer[] = []
  for await (const chunk of readEntry(archive, entry)) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

function unreadable(what: string): SynthesisError {
  return new SynthesisError('model_unreadable', `The file cannot be read as a model. ${what}`)
}
