import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, inject, test } from 'vitest'
import { openDatabase, queryRows } from '../src/engines/duckdb/database.ts'
import { seededRandom } from '../src/random/seeded-random.ts'
import { type LoadedTable, loadTable, viewSource } from '../src/read/load-table.ts'
import { openSources } from '../src/read/open-sources.ts'
import { SynthesisError } from '../src/schema/synthesis-error.ts'

const dir = mkdtempSync(path.join(inject('sourcesDir'), 'worker-'))

/** Creates a directory that is removed after the tests. */
export const makeWorkDir = (): string => mkdtempSync(path.join(dir, 'work-'))

/** Writes a file and returns its path. */
export function write(name: string, content: string | Buffer): string {
  const filePath = path.join(dir, name)
  writeFileSync(filePath, content)
  return filePath
}

/** Returns `count` lines. */
export const lines = (count: number, line: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => `${line(i)}\n`).join('')

/** Returns 150 rows of two numbers, enough for a synthesis. */
export const pairs = lines(150, (i) => `${i % 7},${i % 3}`)

type Row = (string | null)[]

const databaseOf = (readablePath: string, workDir: string) =>
  openDatabase({ workDir, readablePaths: [readablePath], threads: 1, memoryLimitMb: 128 })

/** Reads all tables of some files as text. */
export async function readSources(
  ...inputPaths: string[]
): Promise<{ name: string; columns: string[]; rows: Row[] }[]> {
  const workDir = makeWorkDir()
  const tables = []
  for (const source of await openSources(inputPaths, workDir)) {
    const { connection, close } = await databaseOf(source.path, workDir)
    const all = [...source.columnNames.keys()]
    try {
      await viewSource(connection, 'raw', source, all)
      const query = `select ${all.map((j) => `c${j}`).join(', ')} from raw`
      const rows = (await queryRows(connection, query)) as Row[]
      tables.push({ name: source.name, columns: source.columnNames, rows })
    } finally {
      close()
    }
  }
  return tables
}

/** Loads a file's first table for a synthesis, with the limits on size. */
export async function loadSource(inputPath: string): Promise<LoadedTable> {
  const workDir = makeWorkDir()
  const [source] = await openSources([inputPath], workDir)
  const { connection, close } = await databaseOf(source!.path, workDir)
  try {
    return await loadTable(connection, source!)
  } finally {
    close()
  }
}

/** Returns the SynthesisError with which a promise is rejected; its message must be a sentence. */
export async function refusal(promise: Promise<unknown>): Promise<SynthesisError> {
  const error = await promise.catch((cause: unknown) => cause)
  expect(error).toBeInstanceOf(SynthesisError)
  expect((error as SynthesisError).message).toMatch(/\.$/)
  return error as SynthesisError
}

/**
 * Expects that each file reads as the columns id, city, value and the rows 1 Rome 1.5 and 2
 * (missing) -2; a damaged one may read otherwise or be refused in words.
 */
export function readAlike(files: [what: string, content: string | Buffer][]): void {
  test.each(files)('reads the same table from %s', async (name, content) => {
    const [table] = await readSources(write(name, content))
    expect(table!.columns).toEqual(['id', 'city', 'value'])
    expect(table!.rows).toEqual([
      ['1', 'Rome', '1.5'],
      ['2', null, '-2'],
    ])
  })

  test('a damaged file is read or refused in words, never worse', async () => {
    const random = seededRandom(5)
    const below = (bound: number) => random.nextUint32() % bound
    for (const [, content] of [...files, ...files]) {
      const whole = Buffer.from(content)
      const damaged = Buffer.from(whole.subarray(0, below(3) ? whole.length : below(whole.length)))
      for (let n = below(4); n > 0 && damaged.length > 0; n--)
        damaged[below(damaged.length)] = below(256)
      const work = makeWorkDir()
      const error = await openSources([write('damaged', damaged)], work).catch((cause) => cause)
      rmSync(work, { recursive: true })
      if (error instanceof Error) {
        const bytes = damaged.toString('base64')
        expect(error, bytes).toBeInstanceOf(SynthesisError)
        expect(error.message, bytes).not.toContain('Rome')
      }
    }
  })
}

export type Understood = [what: string, content: string | Buffer, columns: string[], firstRow: Row]

/** Expects that each file reads as these columns, and its first row as this one. */
export function understands(files: Understood[]): void {
  test.each(files)('understands %s', async (name, content, columns, firstRow) => {
    const [table] = await readSources(write(name, content))
    expect(table!.columns).toEqual(columns)
    expect(table!.rows[0]).toEqual(firstRow)
  })
}

export type Refused = [code: string, what: string, content: string | Buffer, place?: object]

/**
 * Expects that each file is refused with this code and place, without the value "secret" in the
 * message.
 */
export function refuses(files: Refused[]): void {
  test.each(files)('refuses as %s: %s', async (code, what, content, place = {}) => {
    const error = await refusal(loadSource(write('input', content)))
    expect(error.code, what).toBe(code)
    expect(error).toMatchObject({ file: expect.stringMatching(/^input/), ...place })
    expect(error.message).toMatch(/^([a-z]+\.[a-z]+: )?[A-Z]/)
    expect(error.message).not.toContain('secret')
    if (error.line) expect(error.message).toContain(`line ${error.line}`)
  })
}
