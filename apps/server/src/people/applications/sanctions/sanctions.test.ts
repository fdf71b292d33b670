import { createHash } from 'node:crypto'
import { mkdtempSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { expectRefusal } from '../../../../testing/fixtures/deal-fixtures.ts'
import { useMarket } from '../../../../testing/fixtures/use-market.ts'
import { similarity, wordsOf } from './names.ts'
import { readSanctionsList } from './read-list.ts'

const sdn = `36,"AEROCARIBBEAN AIRLINES",-0- ,"CUBA",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- \r
306,"BANCO NACIONAL DE CUBA",-0- ,"CUBA",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,"a.k.a. 'BNC'."\r
\u001a`
const alt = `306,220,"aka","BNC",-0- \r\n306,221,"aka","NATIONAL BANK OF CUBA",-0- \r\n`
const eu = `\uFEFFfileGenerationDate;Entity_LogicalId;NameAlias_WholeName
21/11/2026;13;Vóstok Trading "Group" OOO
21/11/2026;13;`

/** Reads a text in small pieces, as a file comes. */
const read = (text: string) =>
  readSanctionsList(Readable.from((text.match(/[\s\S]{1,7}/g) ?? []) as string[]))

it('reads the lists of OFAC and of the European Union, with the day that they state', async () => {
  expect(await read(sdn)).toMatchObject({
    publisher: 'ofac',
    statedDate: null,
    names: [{ entry: '36', name: 'AEROCARIBBEAN AIRLINES' }, { entry: '306' }],
  })
  expect((await read(alt)).names.map(({ name }) => name)).toEqual(['BNC', 'NATIONAL BANK OF CUBA'])
  expect(await read(eu)).toMatchObject({
    publisher: 'eu',
    statedDate: '2026-11-21',
    names: [{ entry: '13', words: 'group trading vostok' }],
  })
  for (const text of ['', '<html>Not found</html>', 'name,city\nA,B'])
    await expect(read(text)).rejects.toThrow()
})

it('compares names without accents, order and legal form, and scores what is near', () => {
  expect(wordsOf('The Vóstok-Trading Ltd.')).toBe('trading vostok')
  expect(similarity(wordsOf('Trading Vostok OOO'), wordsOf('Vóstok Trading Ltd'))).toBe(1)
  expect(similarity(wordsOf('Vostock Trading'), wordsOf('Vostok Trading'))).toBeGreaterThan(0.95)
  expect(similarity(wordsOf('Halden Retail'), wordsOf('Vostok Trading'))).toBeLessThan(0.8)
  expect(wordsOf('GmbH')).toBe('gmbh')
})

const dir = mkdtempSync(join(tmpdir(), 'semblance-lists-'))
const paths = ['sdn.csv', 'eu.csv', 'broken.csv', 'gone.csv'].map((name) => join(dir, name))
writeFileSync(join(dir, 'sdn.csv'), sdn)
writeFileSync(join(dir, 'eu.csv'), eu)
const mended =
  alt + Array.from({ length: 12 }, () => '307,1,"aka","VOSTOK TRADING GROUP",-0- \r\n').join('')
const writeThird = (text: string) => {
  writeFileSync(join(dir, 'broken.csv'), text.padEnd(mended.length))
  utimesSync(join(dir, 'broken.csv'), 1_764_000_000, 1_764_000_000)
}
writeThird('<html>Not found</html>')
const { market, client } = await useMarket({ client: 'client' }, { sanctionsLists: paths })

it('shows staff what is near a name of an applicant, of which list, and which files say nothing', async () => {
  const { error } = await market.supabase.from('business_applications').insert({
    business_name: 'Vostok Trading Group',
    business_email: 'office@vostok.test',
    contact_person: 'Banco Nacional de Cuba',
    business_address: '1 Harbor Road',
    city: 'Oslo',
    country: 'other',
    industry: 'retail',
    business_description: 'Shops.',
    status: 'pending',
  })
  expect(error).toBeNull()
  const staff = await market.staff()
  const { items } = await staff.api.applications.list({ status: 'pending', limit: 5 })
  const id = items[0]?.id ?? ''
  const check = await staff.api.applications.sanctions({ id })
  expect(check.matches).toMatchObject([
    { field: 'business', file: 'eu.csv', entry: '13', score: 1 },
    { field: 'contact', file: 'sdn.csv', entry: '306', score: 1 },
  ])
  expect(check.lists).toMatchObject([
    { file: 'sdn.csv', publisher: 'ofac', statedDate: null, names: 2, problem: null },
    { file: 'eu.csv', publisher: 'eu', statedDate: '2026-11-21', names: 1, problem: null },
    { file: 'broken.csv', names: 0, problem: 'unreadable' },
    { file: 'gone.csv', names: 0, modifiedAt: null, problem: 'missing' },
  ])
  expect(check).toMatchObject({ furtherMatches: 0, unread: [] })
  writeThird(mended)
  const again = await staff.api.applications.sanctions({ id })
  expect(again.lists[2]).toMatchObject({ names: 14, problem: null })
  expect([again.matches.length, again.furtherMatches]).toEqual([10, 4])
  const decision = { id, reason: 'On a list.', sanctions: check.digest }
  await expectRefusal(staff.api.applications.decline(decision), 'sanctions_changed')
  expect(await staff.api.applications.get({ id })).toMatchObject({
    status: 'pending',
    comparison: null,
  })
  await market.platform.db.pool.query(
    `update business_applications set business_name = 'Восток' where id = $1`,
    [id],
  )
  expect(await staff.api.applications.sanctions({ id })).toMatchObject({ unread: ['business'] })

  const seen = await staff.api.applications.sanctions({ id })
  await staff.api.applications.decline({ ...decision, sanctions: seen.digest })
  writeFileSync(join(dir, 'eu.csv'), sdn)
  const { comparison } = await staff.api.applications.get({ id })
  expect(comparison).toMatchObject({ isSeen: true, result: seen })
  expect(comparison?.result.lists[1]).toMatchObject({
    statedDate: '2026-11-21',
    sha256: createHash('sha256').update(eu).digest('hex'),
  })
  const { rows } = await market.platform.db.pool.query(
    'select detail from app.audit_log where object = $1',
    [`application:${id}`],
  )
  expect(rows).toEqual([{ detail: { comparison: seen.digest } }])

  await expectRefusal(client.api.applications.sanctions({ id }), 'not_permitted')
  await expectRefusal(market.visitor.applications.sanctions({ id }), 'sign_in_required')
})
