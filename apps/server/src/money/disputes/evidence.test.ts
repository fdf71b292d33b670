import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runJobs } from '../../../testing/drain-jobs.ts'
import { type Deal, expectRefusal, fundedDeal } from '../../../testing/fixtures/deal-fixtures.ts'
import { attach, openOn, runJob, upload } from '../../../testing/fixtures/dispute-fixtures.ts'
import {
  type Market,
  openTestMarket,
  type Person,
} from '../../../testing/fixtures/market-fixtures.ts'
import { system } from '../../platform/database/db.ts'

let market: Market
let client: Person
let vendor: Person
let stranger: Person
let deal: Deal
beforeAll(async () => {
  market = await openTestMarket()
  client = await market.member('client')
  vendor = await market.member('vendor')
  stranger = await market.member('both')
})
afterAll(() => market.close())

/** Lists the blobs that are stored. */
const stored = () => {
  const path = join(market.platform.config.dataDir, 'blobs')
  return existsSync(path) ? readdirSync(path) : []
}
const fetchLink = (url: string) => market.fetch(new URL(url).pathname)
const link = ({ api }: Pick<Person, 'api'>, evidenceId: string) =>
  api.disputes.evidenceLink({ evidenceId })

describe('evidence', () => {
  it('is read by both parties and staff, as a file to be saved', async () => {
    deal = await fundedDeal(client, vendor)
    const evidenceId = await attach(market, client, deal.contractId)
    await expectRefusal(link(vendor, evidenceId), 'not_found') // not stated yet
    await link(client, evidenceId)
    const dispute = await openOn(client, deal, { evidenceIds: [evidenceId] })
    expect(dispute.statements[0]!.files).toEqual([
      { id: evidenceId, fileName: 'columns.csv', bytes: 22 },
    ])
    for (const reader of [client, vendor, await market.staff()]) {
      const response = await fetchLink((await link(reader, evidenceId)).url)
      expect(await response.text()).toBe('column,distinct\nage,1\n')
      expect(response.headers.get('content-type')).toBe('application/octet-stream')
      expect(response.headers.get('content-disposition')).toContain('attachment')
      expect(response.headers.get('content-security-policy')).toContain('sandbox')
    }
    await expectRefusal(link(stranger, evidenceId), 'not_found')
    await expectRefusal(link({ api: market.visitor }, evidenceId), 'not_found')
    expect((await market.fetch('/api/downloads/evidence/forged')).status).toBe(404)
  })

  it('is taken from parties of the contract alone, in kinds and sizes that attachments have', async () => {
    deal = await fundedDeal(client, vendor)
    const before = stored().length
    expect((await upload(market, null, deal.contractId)).status).toBe(401)
    expect((await upload(market, stranger, deal.contractId)).status).toBe(404)
    expect((await upload(market, client, 'CTR-1')).status).toBe(404)
    expect((await upload(market, client, deal.contractId, { fileName: 'x.exe' })).status).toBe(400)
    expect((await upload(market, client, deal.contractId, { body: '' })).status).toBe(400)
    expect(stored()).toHaveLength(before)
  })

  it('of somebody else, of another contract, or stated before is not taken', async () => {
    deal = await fundedDeal(client, vendor)
    const elsewhere = await fundedDeal(client, vendor)
    const ofVendor = await attach(market, vendor, deal.contractId)
    const ofOther = await attach(market, client, elsewhere.contractId)
    for (const id of [ofVendor, ofOther])
      await expectRefusal(openOn(client, deal, { evidenceIds: [id] }), 'bad_input')
    const own = await attach(market, client, deal.contractId)
    const { id: disputeId } = await openOn(client, deal, { evidenceIds: [own, own] })
    const again = { disputeId, statement: 'Again', evidenceIds: [own] }
    await expectRefusal(client.api.disputes.addStatement(again), 'bad_input')
    const [read] = (await client.api.disputes.list(deal)).items
    expect(read!.statements).toHaveLength(1)
  })

  it('that is never stated is removed after a day', async () => {
    deal = await fundedDeal(client, vendor)
    const evidenceId = await attach(market, client, deal.contractId)
    const before = stored().length
    await runJob(market, 'evidence.expire')
    expect(stored()).toHaveLength(before)
    await market.platform.db.transaction(system, (tx) =>
      sql`update dispute_files set created_at = now() - interval '25 hours' where id = ${evidenceId}`.execute(
        tx,
      ),
    )
    await runJob(market, 'evidence.expire')
    await runJobs(market, { 'blob.erase': market.app.jobs['blob.erase']! })
    expect(stored()).toHaveLength(before - 1)
    await expectRefusal(link(client, evidenceId), 'not_found')
  })
})
