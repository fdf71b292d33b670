/**
 * Tests that a vendor delivers from its own premises by the command, in a process of its own that shares nothing with the server but
 * HTTP, is killed and goes on, and that the buyer verifies what it gets.
 *
 * @module-tag long
 */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { verifyMeasured } from '@semblance/contract'
import { expect, inject, it } from 'vitest'
import { newCustomersCsv } from './fixtures/delivery-fixtures.ts'
import { useVendorCommand } from './vendor-command.ts'

const premises = await useVendorCommand()
const { home, market, client, vendor, rows, whileWorking, jwk } = premises
const { begin, run, killAt, verifiedBy, isMeasured } = premises

it('a vendor makes a key, registers it, delivers, is killed twice, and measures once', async () => {
  expect(statSync(join(home, 'key.json')).mode & 0o777).toBe(0o600)
  expect(Object.keys(jwk).sort()).toEqual(['crv', 'kty', 'x', 'y'])
  writeFileSync(join(home, 'customers.csv'), newCustomersCsv())
  const { deal, sourceId, dir, words } = await begin(['customers.csv'])
  const { contractId } = deal
  // Before it counts, and once its model is on its disk: what it has then is what it delivers.
  await killAt(words, () => existsSync(join(dir, 'state.json')))
  await killAt(words, () => isMeasured(dir))
  expect(isMeasured(dir)).toBe(true)
  const model = readFileSync(join(dir, 'model.semblance'))
  expect(statSync(join(dir, 'split.json')).mode & 0o777).toBe(0o600)
  expect(await vendor.api.deliveries.latest({ contractId })).toMatchObject({
    status: 'measuring',
    isMeasuredByVendor: true,
  })
  expect(await client.api.deliveries.latest({ contractId })).toMatchObject({ status: 'measuring' })

  const { code, said } = await whileWorking(() => run(words))
  expect({ code, said }).toMatchObject({ code: 0, said: expect.stringContaining('"delivered"') })
  expect(said).not.toContain('fingerprintKey')
  expect(existsSync(dir)).toBe(false)
  expect(
    await rows(
      `select s.state, m.sha256 from source_spendings s join app.source_models m on m.spending_id = s.id
       where s.deal = $1`,
      [contractId],
    ),
  ).toEqual([{ state: 'spent', sha256: createHash('sha256').update(model).digest('hex') }])
  expect(await rows('select 1 from uploads where contract_id = $1', [contractId])).toEqual([])

  const dataset = await client.api.deliveries.dataset(deal)
  expect(dataset.isMeasuredByVendor).toBe(true)
  expect(dataset.report.privacy.guarantee).toMatch(/^The vendor states/)
  const certificate = await verifiedBy(deal, sourceId)
  expect(certificate.destruction).toBeUndefined()
  expect(certificate.originals).toEqual([])
  expect(certificate.measurement?.vendorAttests).toMatch(/has not verified.*never left the vendor/)
  const [file] = certificate.files
  const forged = { ...certificate, files: [{ ...file, sha256: 'f'.repeat(64) }] }
  expect(await verifyMeasured(forged as typeof certificate)).toMatchObject({ state: 'differs' })

  const again = await run(words)
  expect(again).toMatchObject({ code: 1, said: expect.stringContaining('not_awaiting_delivery') })
})

it('a table is measured in the vendor’s PostgreSQL, also after a kill, and nothing says what its password is', async () => {
  const pool = market.platform.db.pool
  await pool.query(`create table public.customers as select i as id, 20 + (i * 7) % 50 as age,
    (array['Berlin', 'Paris', 'Rome', 'Oslo'])[1 + i % 4] as city,
    20000 + (i * 37) % 900 + ((i * 7919) % 100)::numeric / 100 as income from generate_series(1, 400) i`)
  await pool.query('alter table public.customers add primary key (id)')
  await pool.query(
    `create role premises_reader login password 'of the warehouse' in role pg_read_all_data`,
  )
  const {
    rows: [{ name }],
  } = await pool.query('select current_database() as name')
  const { host } = inject('postgres')
  const address = `postgres://premises_reader:of%20the%20warehouse@${encodeURIComponent(host)}/${name}`
  const { deal, sourceId, dir, words } = await begin(['--table', 'customers', address])
  await killAt(words, () => isMeasured(dir))
  expect(isMeasured(dir)).toBe(true)
  expect(readFileSync(join(dir, 'state.json'), 'utf8')).not.toMatch(/of(%20| )the/)
  const { code, said } = await whileWorking(() => run(words))
  expect({ code, said }).toMatchObject({ code: 0, said: expect.stringContaining('"delivered"') })
  expect(said).not.toMatch(/of(%20| )the/)
  const certificate = await verifiedBy(deal, sourceId)
  expect(certificate.originals).toEqual([])
  const { files } = await client.api.deliveries.dataset(deal)
  expect(files.map(({ name }) => name)).toContain('customers_synthetic.csv')
  await pool.query('drop role premises_reader')
})
