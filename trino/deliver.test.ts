/** A vendor delivers a table of Trino by the command, which is killed and goes on; the buyer verifies what it gets. */
import { expect, inject, test } from 'vitest'
import { useVendorCommand } from '../apps/server/testing/vendor-command.ts'
import { runStatement } from './cluster.ts'

const origin = inject('trino')
const { client, rows, whileWorking, begin, run, killAt, verifiedBy, isMeasured } =
  await useVendorCommand()

test('no row of a table of Trino reaches the platform, which draws the twin from its model', async () => {
  await runStatement(origin, 'create schema if not exists memory.premises')
  await runStatement(origin, 'drop table if exists memory.premises.customers')
  await runStatement(
    origin,
    `create table memory.premises.customers as select 20 + (custkey * 7) % 50 as age,
       element_at(array['Berlin', 'Paris', 'Rome', 'Oslo'], cast(1 + custkey % 4 as integer)) as city,
       20000 + (custkey * 37) % 900 + cast((custkey * 7919) % 100 as double) / 100 as income
     from tpch.tiny.customer`,
  )
  const address = `${origin.replace('http:', 'trino:').replace('//', '//reader@')}/memory/premises`
  const { deal, sourceId, dir, words } = await begin(['--table', 'customers', address])
  await killAt(words, () => isMeasured(dir))
  expect(isMeasured(dir)).toBe(true)
  const { code, said } = await whileWorking(() => run(words))
  expect({ code, said }).toMatchObject({ code: 0, said: expect.stringContaining('"delivered"') })
  const certificate = await verifiedBy(deal, sourceId)
  expect(certificate.originals).toEqual([])
  expect(await rows('select 1 from uploads where contract_id = $1', [deal.contractId])).toEqual([])
  const { files } = await client.api.deliveries.dataset(deal)
  expect(files.map(({ name }) => name)).toContain('customers_synthetic.csv')
})
