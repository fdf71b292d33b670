import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { inFile, SynthesisError, throwIfAborted } from '../schema/synthesis-error.ts'
import { openCsv } from './csv/open-csv.ts'
import { MAX_TABLES } from './json/list-tables.ts'
import { openJson } from './json/open-json.ts'
import { openParquet } from './parquet/open-parquet.ts'
import { readRange } from './read-range.ts'
import { sniffFormat } from './sniff-format.ts'
import type { OpenedTable, OpenOptions } from './table-source.ts'
import { openXls } from './xlsx/open-xls.ts'
import { openXlsx } from './xlsx/open-xlsx.ts'
import { growsTooMuch, readEntry, withZip, type ZipArchive } from './zip-archive.ts'

const SNIFFED_BYTES = 4096
/** Matches the files that operating systems add to archives. */
const SYSTEM_FILE = /(^|\/)(__MACOSX\/|\.|Thumbs\.db$|desktop\.ini$)/i
const MAX_GUNZIPPED_BYTES = 16 * 2 ** 30

/** Opens the tables in a file, regardless of its name. Throws SynthesisError. */
export async function openFile(inputPath: string, options: OpenOptions): Promise<OpenedTable[]> {
  switch (await formatOf(inputPath)) {
    case 'zip':
      return await withZip(inputPath, (archive) =>
        isOfficeFile(archive) ? openXlsx(archive, options) : openMembers(archive, options),
      )
    case 'gzip': {
      const unpacked = path.join(options.workDir, 'unpacked')
      await gunzip(inputPath, unpacked, options.signal)
      return await openUnpacked(unpacked, options)
    }
    default:
      return await openUnpacked(inputPath, options)
  }
}

async function openMembers(archive: ZipArchive, options: OpenOptions): Promise<OpenedTable[]> {
  const entries = [...archive.entries].filter(([name]) => !SYSTEM_FILE.test(name))
  if (entries.length === 0) throw new SynthesisError('no_rows', 'The archive has no files.')
  if (entries.length > MAX_TABLES) {
    const message = `The archive has ${entries.length} files; at most ${MAX_TABLES} can be read together.`
    throw new SynthesisError('too_large', message)
  }
  const tables: OpenedTable[] = []
  for (const [i, [name, entry]] of entries.entries()) {
    throwIfAborted(options.signal)
    const workDir = path.join(options.workDir, `member-${i}`)
    const memberPath = path.join(workDir, 'unpacked')
    await mkdir(workDir)
    try {
      const output = createWriteStream(memberPath)
      await pipeline(readEntry(archive, entry), output, { signal: options.signal })
      const opened = await openUnpacked(memberPath, { ...options, workDir })
      tables.push(...opened.map((table) => ({ ...table, within: [name, ...table.within] })))
    } catch (error) {
      throw inFile(error, name, true)
    }
  }
  return tables
}

/** Opens a file that may be a workbook, but no archive of further files. */
async function openUnpacked(inputPath: string, options: OpenOptions): Promise<OpenedTable[]> {
  switch (await formatOf(inputPath)) {
    case 'text':
      return [await openCsv(inputPath, options)]
    case 'json':
      return await openJson(inputPath, options)
    case 'parquet':
      return await openParquet(inputPath, options)
    case 'compound':
      return await openXls(inputPath, options)
    case 'zip':
      return await withZip(inputPath, async (archive) => {
        if (!isOfficeFile(archive)) throw rejectNested()
        return await openXlsx(archive, options)
      })
    case 'gzip':
      throw rejectNested()
  }
}

async function formatOf(inputPath: string) {
  return sniffFormat(await readRange(inputPath, 0, SNIFFED_BYTES))
}

function isOfficeFile({ entries }: ZipArchive): boolean {
  return entries.has('[Content_Types].xml') || entries.has('mimetype')
}

function rejectNested(): SynthesisError {
  return new SynthesisError(
    'not_a_table',
    'The archive has another archive in it. Please unpack that one first.',
  )
}

async function gunzip(
  inputPath: string,
  outputPath: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { size } = await stat(inputPath)
  let bytes = 0
  const limit = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      bytes += chunk.length
      if (bytes > MAX_GUNZIPPED_BYTES) {
        throw new SynthesisError('too_large', 'The archive has more than 16 GB when unpacked.')
      }
      if (growsTooMuch(bytes, size)) {
        throw new SynthesisError('too_large', 'The archive has a file that grows without bounds.')
      }
      yield chunk
    }
  }
  try {
    await pipeline(
      createReadStream(inputPath),
      createGunzip(),
      limit,
      createWriteStream(outputPath),
      {
        signal,
      },
    )
  } catch (error) {
    if (!String((error as NodeJS.ErrnoException).code).startsWith('Z_')) throw error
    throw new SynthesisError('not_a_table', 'The archive is damaged. Please pack it again.')
  }
}
