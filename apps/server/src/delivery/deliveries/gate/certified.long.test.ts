/** @module-tag long */
import { createHash } from 'node:crypto'
import {
  type Certificate,
  certificateKeysPath,
  type KeySet,
  verifyCertificate,
} from '@semblance/contract'
import { qualityScore } from '@semblance/plots'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  customersCsv,
  type Delivered,
  deliveredDeal,
} from '../../../../testing/fixtures/delivery-fixtures.ts'
import { type Market, openTestMarket } from '../../../../testing/fixtures/market-fixtures.ts'

let market: Market
let deal: Delivered
let certificate: Certificate
beforeAll(async () => {
  market = await openTestMarket()
  deal = await deliveredDeal(market)
  const { api } = deal.client
  const [listed] = (await api.certificates.list({ contractId: deal.contractId })).items
  const { jws } = await market.visitor.certificates.get({ id: listed!.id })
  const keys = (await (await market.fetch(certificateKeysPath)).json()) as KeySet
  const verified = await verifyCertificate(jws, keys)
  if (verified.state !== 'valid') throw new Error(`The certificate is ${verified.state}.`)
  certificate = verified.certificate
})
afterAll(() => market.close())

const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex')

it('a delivery comes with its certificate, which names every file by its true hash', async () => {
  const { api } = deal.client
  const { files } = await api.deliveries.dataset({ dprId: deal.dprId })
  expect(files.map(({ name }) => name)).toEqual([
    'customers_synthetic.csv',
    'validation_report.json',
    'validation_report.pdf',
    'croissant.json',
    'datapackage.json',
  ])
  for (const { id, name, bytes } of files) {
    const { url } = await api.deliveries.fileLink({ fileId: id })
    const content = Buffer.from(await (await market.app.fetch(new Request(url))).arrayBuffer())
    expect(certificate.files).toContainEqual({ name, bytes, sha256: sha256(content) })
  }
})

it('it holds the published figures and the hash of the original, whose key is stated to be gone', async () => {
  const { report } = await deal.client.api.deliveries.dataset({ dprId: deal.dprId })
  expect(certificate.tables).toMatchObject([
    { records: report.rows.synthetic, qualityScore: qualityScore(report.fidelity) },
  ])
  const original = customersCsv()
  expect(certificate.originals).toEqual([
    { bytes: Buffer.byteLength(original), sha256: sha256(original) },
  ])
  expect(certificate.destruction).toBeDefined()
})

it('the metadata and the printed report lead to it', async () => {
  const { api } = deal.client
  const { files } = await api.deliveries.dataset({ dprId: deal.dprId })
  const read = async (name: string) => {
    const { url } = await api.deliveries.fileLink({
      fileId: files.find((file) => file.name === name)!.id,
    })
    return await market.app.fetch(new Request(url))
  }
  const address = `http://semblance.test/certificates/${certificate.jti}`
  expect(await (await read('croissant.json')).json()).toMatchObject({ url: address })
  expect(await (await read('datapackage.json')).json()).toMatchObject({ homepage: address })
  const pdf = await read('validation_report.pdf')
  expect(pdf.headers.get('content-type')).toBe('application/pdf')
  expect((await pdf.text()).startsWith('%PDF-')).toBe(true)
})
