import { gzipSync } from 'node:zlib'
import { errors, extensionsOf, formatIds } from '@semblance/contract'
import { tableFileExtensions, tableFormats } from '@semblance/synth'
import { expect, it } from 'vitest'
import { fundedDeal } from '../../../../testing/fixtures/deal-fixtures.ts'
import {
  createUpload,
  customersCsv,
  inspect,
  parquetOf,
} from '../../../../testing/fixtures/delivery-fixtures.ts'
import { useMarket } from '../../../../testing/fixtures/use-market.ts'
import { casesOf } from '../../../../testing/test-length.ts'

const { market, client, vendor } = await useMarket({ client: 'client', vendor: 'vendor' })

it('vendors may upload what the engine reads, and nothing else', () => {
  expect(extensionsOf('upload').toSorted()).toEqual(tableFileExtensions.toSorted())
})

it('a sample is whatever the engine reads but an archive of many files', () => {
  const single = tableFileExtensions.filter((extension) => extension !== 'zip')
  expect(extensionsOf('sample').toSorted()).toEqual(single.toSorted())
})

it('tables are exported in the formats that the engine writes', () => {
  expect(formatIds('export').toSorted()).toEqual(tableFormats.toSorted())
})

it.each(
  casesOf<[fileName: string, content: () => Promise<Buffer<ArrayBuffer>>]>(
    [['CUSTOMERS.CSV.GZ', async () => gzipSync(customersCsv())]],
    [
      ['customers.parquet', () => parquetOf(customersCsv())],
      ['customers.csv.gz', async () => gzipSync(customersCsv())],
    ],
  ),
)('%s is uploaded, and its table is found', { tags: 'scaled' }, async (fileName, content) => {
  const { contractId } = await fundedDeal(client, vendor)
  const { delivery } = await inspect(market, vendor, contractId, await content(), fileName)
  expect(delivery).toMatchObject({ status: 'review', fileName, reason: null })
  expect(delivery.review).toMatchObject([
    { rows: 400, columns: [{ name: 'age' }, { name: 'city' }, { name: 'income' }] },
  ])
})

it.each(casesOf(['backup.tar.gz'], ['run.exe', 'table.zip.gz', 'notes.pdf']))(
  '%s is refused by its name, with the kinds that are taken',
  { tags: 'scaled' },
  async (fileName) => {
    const { contractId } = await fundedDeal(client, vendor)
    const refused = await createUpload(market, vendor, { contractId, fileName })
    expect(refused.status).toBe(422)
    expect(await refused.json()).toMatchObject({
      code: 'file_type_refused',
      field: 'filename',
      message: `${fileName} was not added. ${errors.file_type_refused.message}`,
    })
    for (const kind of ['csv', 'xlsx', 'json', 'parquet', 'csv.gz', 'zip'])
      expect(errors.file_type_refused.message).toContain(kind)
  },
)
