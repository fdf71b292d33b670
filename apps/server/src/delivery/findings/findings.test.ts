/** Tests what is measured of claims, who reads it, and that it decides nothing. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dataClaimText, readFinding, verifyFinding } from '@semblance/contract'
import { afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { runJobs } from '../../../testing/drain-jobs.ts'
import {
  agreeLater,
  claimOn,
  deliveredCustomers,
  newestFinding,
  oldestAge,
} from '../../../testing/finding-fixtures.ts'
import {
  type Deal,
  expectRefusal,
  expectSoundLedger,
} from '../../../testing/fixtures/deal-fixtures.ts'
import { openOn } from '../../../testing/fixtures/dispute-fixtures.ts'
import { useMarket } from '../../../testing/fixtures/use-market.ts'
import { publishedKeys } from '../certificates/keys.ts'
import { verifyFiles } from '../certificates/verify-files.ts'

const { market, client, vendor, stranger } = await useMarket({
  client: 'client',
  vendor: 'vendor',
  stranger: 'both',
})
afterEach(() => expectSoundLedger(market))

/** Delivers some 400 of the 800 records that were agreed. */
let deal: Deal
beforeAll(async () => {
  deal = await deliveredCustomers(market, { client, vendor })
  await agreeLater(market, deal, { oldest: 40, records: 800 })
}, 400_000)

/** Runs the command for certificates on a finding as it is, and on an altered one. */
async function expectVerifiedOffline(jws: string, keys: object): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'semblance-finding-'))
  onTestFinished(() => rmSync(dir, { recursive: true }))
  const write = (name: string, text: string) => {
    writeFileSync(join(dir, name), text)
    return join(dir, name)
  }
  const published = ['--keys', write('keys.json', JSON.stringify(keys))]
  const other = write('other.csv', 'age\n')
  const { code, lines } = await verifyFiles([write('finding.jws', jws), ...published])
  expect(code).toBe(0)
  expect(lines.join('\n')).toContain('There are fewer records than agreed: Confirmed.')
  expect(await verifyFiles([join(dir, 'finding.jws'), ...published, other])).toMatchObject({
    code: 1,
  })
  const [head, , signature] = jws.split('.')
  const altered = { ...readFinding(jws)!, dispute: 'DSP-1' }
  const body = Buffer.from(JSON.stringify(altered)).toString('base64url')
  expect(
    await verifyFiles([write('altered.jws', `${head}.${body}.${signature}`), ...published]),
  ).toMatchObject({ code: 1, lines: [expect.stringContaining('the finding was altered')] })
}

const withdraw = (disputeId: string) => client.api.disputes.withdraw({ disputeId })

describe('claims', () => {
  it('are offered for the delivered tables, with the agreed rules', async () => {
    const possible = (await client.api.findings.claimable(deal))!
    expect(possible).toMatchObject({
      formats: ['csv', 'json'],
      records: 800,
      accuracyPercent: null,
    })
    expect(possible.tables).toHaveLength(1)
    expect(possible.tables[0]).toMatchObject({
      name: 'customers',
      columns: ['age', 'city', 'income'],
    })
    const texts = possible.tables[0]!.rules.map(({ column, rule }) =>
      dataClaimText({ type: 'column_rule', table: 'customers', column, rule }),
    )
    expect(texts).toEqual([
      'Rows break an agreed rule: customers.age, integer',
      'Rows break an agreed rule: customers.age, at least 20',
      'Rows break an agreed rule: customers.age, at most 40',
      'Rows break an agreed rule: customers.city, no missing values',
    ])
    await expectRefusal(vendor.api.findings.claimable(deal), 'not_permitted')
    await expectRefusal(stranger.api.findings.claimable(deal), 'not_found')
    await expectRefusal(market.visitor.findings.claimable(deal), 'sign_in_required')
  })

  it.each([
    [{ ...oldestAge(40), column: 'height' }, 'column', 'customers has no column height'],
    [{ ...oldestAge(40), table: 'orders' }, 'table', 'The delivery has no table orders'],
    [oldestAge(39), 'rule', 'This rule was not agreed'],
    [
      { type: 'pair', table: 'customers', columns: ['age', 'height'] },
      'columns.1',
      'customers has no column height',
    ],
    [{ type: 'pair', table: 'customers', columns: ['age', 'age'] }, 'columns.1', 'two different'],
    [{ type: 'format', format: 'xlsx' }, 'format', 'This format was not agreed'],
    [{ type: 'accuracy' }, 'type', 'No accuracy was agreed'],
  ] as Parameters<typeof refused>[])(
    'a claim about a column that does not exist is refused with the field named: %o',
    async (...given) => await refused(...given),
  )

  async function refused(
    claim: Parameters<typeof claimOn>[2][number],
    field: string,
    message: string,
  ) {
    const opening = claimOn(client, deal, [{ type: 'records' }, claim])
    await expect(opening).rejects.toMatchObject({
      code: 'bad_input',
      message: expect.stringContaining(message),
      data: { field: `claims.1.${field}` },
    })
    expect((await client.api.contracts.get(deal)).status).toBe('pending_review') // changes nothing
    expect((await client.api.disputes.list(deal)).items).toEqual([])
  }

  it('are the client’s alone, and only in a live dispute', async () => {
    await expectRefusal(
      openOn(vendor, deal, { reason: 'refused', claims: [{ type: 'records' }] }),
      'not_permitted',
    )
    const { id: disputeId } = await openOn(client, deal)
    const claims = [{ type: 'records' } as const]
    await expectRefusal(vendor.api.findings.claim({ disputeId, claims }), 'not_permitted')
    await expectRefusal(stranger.api.findings.claim({ disputeId, claims }), 'not_found')
    await expectRefusal(market.visitor.findings.claim({ disputeId, claims }), 'sign_in_required')
    const [before] = (await client.api.findings.list(deal)).items
    expect(before).toEqual({ disputeId, claims: [], state: 'nothing_claimed', findings: [] })
    await withdraw(disputeId)
    await expectRefusal(client.api.findings.claim({ disputeId, claims }), 'dispute_ended')
  })
})

describe('a finding', () => {
  it('is measured on the certified files, signed, read alike by all, and decides nothing by itself', async () => {
    const disputeId = await claimOn(client, deal, [oldestAge(40), { type: 'records' }])
    const money = await client.api.contracts.get(deal)
    expect((await client.api.findings.list(deal)).items[0]).toMatchObject({
      disputeId,
      state: 'measuring',
      findings: [],
    })
    await runJobs(market)
    const own = (await newestFinding(client, deal, disputeId))!
    const { claims, files, split, certificate } = own.stated
    const [certified] = (await client.api.certificates.list(deal)).items
    expect(certificate).toBe(certified!.id)
    expect(files.map(({ name }) => name)).toEqual(['customers_synthetic.csv'])
    expect(files.every(({ sha256, foundSha256 }) => sha256 === foundSha256)).toBe(true)
    const [rule, records] = claims
    expect(rule).toMatchObject({ outcome: 'confirmed', reason: null, priceCents: null })
    const { rows, breaking } = rule!.measured as { rows: number; breaking: number }
    expect(breaking).toBeGreaterThan(rows / 4)
    expect(records).toMatchObject({
      outcome: 'confirmed',
      measured: { type: 'records', found: rows, wanted: 800, tolerated: 100 },
    })
    const price = Math.floor((2 * 1_850_000 * rows + 800) / 1600)
    expect(records!.priceCents).toBe(price)
    expect(split).toEqual({
      claimId: records!.id,
      priceCents: price,
      toVendorCents: price,
      toClientCents: 1_850_000 - price,
    })

    const keys = await publishedKeys(market.platform.db)
    expect(await verifyFinding(own.jws, keys as never)).toMatchObject({ state: 'valid' })
    await expectVerifiedOffline(own.jws, keys)
    const staff = await market.staff()
    const opened = await staff.api.findings.staff.open({ disputeId })
    for (const jws of [
      (await newestFinding(vendor, deal, disputeId))!.jws,
      opened.findings[0]!.jws,
    ])
      expect(jws).toBe(own.jws)
    expect(await stranger.api.findings.list(deal).catch(({ code }) => code)).toBe('not_found')
    await expectRefusal(market.visitor.findings.list(deal), 'sign_in_required')

    expect(await client.api.contracts.get(deal)).toEqual(money)
    const [dispute] = (await client.api.disputes.list(deal)).items
    expect(dispute).toMatchObject({ status: 'open', settlements: [], outcome: null })
    for (const { api } of [client, vendor]) {
      const { items } = await api.notifications.list({ limit: 1 })
      expect(items[0]).toMatchObject({ title: 'Claims measured' })
      expect(items[0]!.message).toContain('Of 2 claims, 2 are confirmed.')
      expect(items[0]!.message).toContain('It decides nothing')
    }
    await withdraw(disputeId)
  })
})
