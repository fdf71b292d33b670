import { expect, test } from 'vitest'
import { makeWorkDir, pairs, readSources, refusal, write } from '../../testing/read-sources.ts'
import { xlsxOf, zipOf } from '../../testing/source-fixtures.ts'
import { openSources } from './open-sources.ts'

test('several tables come from archives, workbooks, objects and files, each with a name of its own', async () => {
  const csv = 'a,b\n1,2\n3,4\n'
  const sheet =
    '<row><c t="str"><v>a</v></c><c t="str"><v>b</v></c></row><row><c><v>1</v></c><c><v>2</v></c></row>'
  const book = xlsxOf([
    { name: 'People', rows: sheet },
    { name: 'Empty', rows: '' },
    { name: 'Secret', rows: sheet, state: 'hidden' },
    { name: 'b: c', rows: sheet },
  ])
  const archive = zipOf([
    { name: 'data/', content: '' },
    { name: 'data/people.csv', content: csv },
    { name: '__MACOSX/data/._people.csv', content: 'x' },
    { name: 'data/.DS_Store', content: 'x' },
    { name: 'book.xlsx', content: book },
  ])
  const json = '{"people":[{"a":1,"b":2}],"visits":[{"a":1,"b":2}]}'
  const tables = await readSources(
    write('all.zip', archive),
    write('all.json', json),
    write('People.CSV', csv),
  )
  expect(tables.map(({ name }) => name)).toEqual([
    'people',
    'People_2',
    'b_ c',
    'people_3',
    'visits',
    'People_4',
  ])
  for (const { columns, rows } of tables) {
    expect(columns).toEqual(['a', 'b'])
    expect(rows[0]).toEqual(['1', '2'])
  }
})

test('a refusal names the member, the sheet or the file among others', async () => {
  const archive = zipOf([
    { name: 'good.csv', content: `a,b\n${pairs}` },
    { name: 'bad.json', content: '[{"a":1},\n[]]' },
  ])
  const inArchive = await refusal(openSources([write('all.zip', archive)], makeWorkDir()))
  expect(inArchive).toMatchObject({ file: 'all.zip > bad.json', line: 2, column: 1 })
  expect(inArchive.message).toMatch(/^bad\.json: /)
  const [, short] = await openSources(
    [write('a.csv', `a,b\n${pairs}`), write('b.csv', `a,b\n${pairs}`)],
    makeWorkDir(),
  )
  expect(short).toMatchObject({ name: 'b', file: 'b.csv', isOnly: false })
})

test('reading stops when its caller gives up', async () => {
  const signal = AbortSignal.abort()
  const promise = openSources([write('abort.csv', `a,b\n${pairs}`)], makeWorkDir(), signal)
  await expect(promise).rejects.toMatchObject({ code: 'aborted' })
})
