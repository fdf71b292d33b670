import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findTableWrites } from './table-writes.ts'

const root = `${import.meta.dirname}/..`
const source = 'apps/server/src/'

/** Lists the tables whose rows the teardown of a sample set still deletes past their owners; it may only shrink. */
const samplesWrite = [
  'conversation_reads',
  'delivery_files',
  'notification_preferences',
  'notifications',
  'organizations',
  'presence',
  'profiles',
  'saved_searches',
  'user_roles',
]

const schema = readFileSync(`${root}/apps/server/schema.sql`, 'utf8')
const plain = (table: string) => table.replace(/^public\./, '')
const tables = [...schema.matchAll(/^create table ([\w.]+)/gm)].map(([, name]) => plain(name ?? ''))
const owners = new Map(
  [...schema.matchAll(/^comment on table ([\w.]+) is '(?:owner: ([\w/-]+))?/gm)].map(
    ([, table, owner]) => [plain(table ?? ''), owner],
  ),
)

/** Returns `offers` for a module, `platform`, `commands` or `sample-data` for what has no modules. */
function moduleOf(file: string): string {
  const [area = '', module = ''] = file.slice(source.length).split('/')
  return ['platform', 'commands', 'sample-data'].includes(area) ? area : `${area}/${module}`
}

const writes = globSync(`${source}**/*.ts`, { cwd: root })
  .filter((file) => !file.endsWith('.test.ts') && !file.endsWith('.gen.ts'))
  .flatMap((file) => findTableWrites(file, readFileSync(`${root}/${file}`, 'utf8')))
  .filter(({ table }) => table === '?' || tables.includes(plain(table)))
  .map((write) => ({ ...write, table: plain(write.table), module: moduleOf(write.file) }))

test('every table names the module that owns it', () => {
  expect(tables.filter((table) => !owners.get(table))).toEqual([])
})

test('a table is written by its owner alone', () => {
  const strangers = writes
    .filter(({ table }) => table !== '?')
    .filter(({ module, table }) => module !== 'sample-data' && module !== owners.get(table))
    .map(({ file, line, table }) => `${file}:${line} writes ${table} of ${owners.get(table)}`)
  expect(strangers).toEqual([])
})

test('the sample marketplace writes past owners only where it still does', () => {
  const written = writes
    .filter(({ table }) => table !== '?')
    .filter(({ module, table }) => module === 'sample-data' && owners.get(table) !== 'sample-data')
    .map(({ table }) => table)
  expect([...new Set(written)].sort()).toEqual(
    samplesWrite.filter((table) => written.includes(table)),
  )
  expect(samplesWrite.filter((table) => !written.includes(table))).toEqual([])
})

test('table names known only at run time are written in few modules', () => {
  const modules = new Set(writes.filter(({ table }) => table === '?').map(({ module }) => module))
  expect([...modules].sort()).toEqual(['core/attachments', 'core/rest'])
})

test.each([
  ["tx.insertInto('offers').values(row)", ['offers']],
  ["tx.updateTable('contracts as c').set(row)", ['contracts']],
  ["tx.deleteFrom('ledger.entry')", ['ledger.entry']],
  ['sql`with gone as (delete from app.events where true returning id) select 1`', ['app.events']],
  [`sql\`insert into $\{table} values (1)\``, ['?']],
  ["tx.selectFrom('offers').forUpdate().execute()", []],
  ['sql`select 1 for update of offers`', []],
])('%s writes %j', (text, expected) => {
  expect(findTableWrites('file.ts', text).map(({ table }) => table)).toEqual(expected)
})
