import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { convertTable } from './convert-table.ts'
import { readTableFacts } from './read-table-facts.ts'

const dir = mkdtempSync(path.join(tmpdir(), 'facts-'))
afterAll(() => rmSync(dir, { recursive: true }))

const formats = ['json', 'parquet', 'xlsx'] as const
const csv = path.join(dir, 'twin.csv')
const tempDir = path.join(dir, 'work')

beforeAll(async () => {
  mkdirSync(tempDir)
  writeFileSync(csv, 'id,"a, b",never\n1,x,\n2,"y\nz",\n3,,\n')
  const outputs = formats.map((format) => ({ format, path: path.join(dir, `twin.${format}`) }))
  await convertTable({ inputPath: csv, outputs, tempDir })
})

test.each([
  ['csv', 'text'],
  ['json', 'json'],
  ['parquet', 'parquet'],
  ['xlsx', 'zip'],
] as const)('%s has the columns and rows of its table', async (extension, format) => {
  const facts = await readTableFacts(path.join(dir, `twin.${extension}`), { tempDir })
  expect(facts).toEqual({
    format,
    tables: [{ columnNames: ['id', 'a, b', 'never'], rowCount: 3 }],
  })
  expect(readdirSync(tempDir)).toEqual([])
})

test('a name says nothing of a format', async () => {
  const file = path.join(dir, 'other.json')
  writeFileSync(file, 'id,name\n1,x\n')
  expect(await readTableFacts(file, { tempDir })).toMatchObject({ format: 'text' })
})

test('what breaks off is refused', async () => {
  const file = path.join(dir, 'broken.json')
  writeFileSync(file, '[{"id":1},{"id":')
  await expect(readTableFacts(file, { tempDir })).rejects.toMatchObject({ name: 'SynthesisError' })
})
