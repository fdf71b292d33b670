/** Tests that a client draws more rows from what was measured for its delivery, as far as its contract grants it. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type DrawCondition,
  drawStatements,
  keySet,
  type MoreRows,
  parseVerifierKey,
  readDraw,
  verifyDraw,
} from '@semblance/contract'
import { verifyDossier } from '@semblance/contract/verify-dossier'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { runJobs } from '../../../testing/drain-jobs.ts'
import { deliveredCustomers } from '../../../testing/finding-fixtures.ts'
import {
  type Deal,
  expectRefusal,
  expectSoundLedger,
  postDpr,
  sendOffer,
} from '../../../testing/fixtures/deal-fixtures.ts'
import { blobPath } from '../../../testing/fixtures/delivery-fixtures.ts'
import type { Person } from '../../../testing/fixtures/market-fixtures.ts'
import { proposeChange } from '../../../testing/fixtures/negotiation-fixtures.ts'
import { useMarket } from '../../../testing/fixtures/use-market.ts'
import { openBlobs } from '../../platform/storage/blobs.ts'
import { publishedKeys } from '../certificates/keys.ts'
import { verifyFiles } from '../certificates/verify-files.ts'
import { makeDraw } from './make-draw.ts'

const { market, client, vendor, stranger } = await useMarket({
  client: 'client',
  vendor: 'vendor',
  stranger: 'both',
})
afterEach(() => expectSoundLedger(market))

const rows = async (text: string, values: unknown[] = []) =>
  (await market.platform.db.pool.query(text, values)).rows

const term: MoreRows = { rows: 300, draws: 3 }
let deal: Deal
beforeAll(async () => {
  deal = await deliveredCustomers(
    market,
    { client, vendor },
    { asked: { moreRows: term }, offered: { moreRows: term } },
  )
}, 400_000)

const drawsOf = async (person: Person, { contractId }: Pick<Deal, 'contractId'> = deal) =>
  (await person.api.draws.list({ contractId })).items

async function drawn(input: { rows: number; conditions?: DrawCondition[] }) {
  await client.api.draws.start({ contractId: deal.contractId, ...input })
  await runJobs(market)
  return (await drawsOf(client))[0]!
}

const fetched = async (url: string) =>
  await (await market.fetch(url.replace(market.platform.config.publicUrl, ''))).text()

async function read(fileId: string): Promise<string> {
  const { url } = await client.api.deliveries.fileLink({ fileId })
  return await fetched(url)
}

const spendings = () => rows('select * from source_spendings order by id')

describe('more rows', () => {
  it('are none before the contract is completed, and none for a contract that grants none', async () => {
    const { contractId, dprId } = deal
    expect(await client.api.draws.rights({ contractId })).toMatchObject({
      term,
      drawsLeft: 3,
      obstacle: expect.stringContaining('once the contract is completed'),
      columns: ['age', 'city', 'income'],
    })
    await expectRefusal(client.api.draws.start({ contractId, rows: 1 }), 'draws_not_open')
    await client.api.deliveries.release({ dprId })
    await rows('update offers set more_rows = null where id = $1', [deal.offerId])
    await expectRefusal(client.api.draws.start({ contractId, rows: 1 }), 'draws_not_granted')
    await rows('update offers set more_rows = $2 where id = $1', [deal.offerId, term])
    expect(await drawsOf(client)).toEqual([])
  })

  it('come beside the delivery with a certificate of their own, and cost no privacy', async () => {
    const before = await spendings()
    const delivered = await client.api.deliveries.dataset(deal)
    const draw = await drawn({ rows: 250 })
    expect(draw).toMatchObject({ number: 1, status: 'ready', rows: 250, reason: null })
    expect(draw.files.map(({ name }) => name)).toEqual([
      'customers_more_1.csv',
      'customers_more_1.json',
    ])
    const [csv] = draw.files
    const lines = (await read(csv!.id)).trimEnd().split('\n')
    expect(lines).toHaveLength(251)
    expect(lines[0]).toBe('age,city,income')
    expect(await spendings()).toEqual(before)
    expect((await client.api.deliveries.dataset(deal)).files).toEqual(delivered.files)
    const { url } = await client.api.deliveries.checksumsLink(deal)
    expect(await fetched(url)).not.toContain('_more_')

    const keys = keySet.parse(await publishedKeys(market.platform.db))
    const verified = await verifyDraw(draw.jws!, keys)
    expect(verified.state).toBe('valid')
    const stated = readDraw(draw.jws!)!
    const [model] = await rows('select sha256 from app.source_models')
    expect(stated).toMatchObject({
      contract: { id: deal.contractId },
      term,
      number: 1,
      rows: 250,
      conditions: [],
      model: { sha256: model.sha256, guarantee: { delta: expect.any(Number) } },
      privacySpent: { epsilon: 0, delta: 0 },
      tables: [{ file: 'customers_more_1.csv', records: 250 }],
    })
    expect(stated.model.guarantee!.epsilon).toBeLessThanOrEqual(3)
    expect(stated.files.map(({ sha256 }) => sha256)).toEqual(draw.files.map(({ sha256 }) => sha256))
    expect(stated.statements).toEqual(drawStatements(stated))
    const dir = mkdtempSync(join(tmpdir(), 'semblance-draw-'))
    const [jws, keyFile, twin] = ['draw.jws', 'keys.json', csv!.name].map((name) => join(dir, name))
    writeFileSync(jws!, draw.jws!)
    writeFileSync(keyFile!, JSON.stringify(keys))
    writeFileSync(twin!, await read(csv!.id))
    const verdict = await verifyFiles([jws!, '--keys', keyFile!, twin!])
    expect(verdict.code).toBe(0)
    expect(verdict.lines.join('\n')).toMatch(
      /draw 1 [\s\S]* seed \d+[\s\S]*customers_more_1\.csv: 250 rows\.[\s\S]*customers_more_1\.csv: as certified/,
    )
    rmSync(dir, { recursive: true })
    const notices = (await client.api.notifications.list({ limit: 1 })).items
    expect(notices[0]).toMatchObject({ title: 'More rows drawn' })
  })

  it('that are to meet conditions all meet them, and are said to be no fair sample', async () => {
    const conditions: DrawCondition[] = [
      { column: 'city', is: 'equal', value: 'Rome' },
      { column: 'age', is: 'at_least', value: '40' },
    ]
    const draw = await drawn({ rows: 60, conditions })
    const [, ...lines] = (await read(draw.files[0]!.id)).trimEnd().split('\n')
    expect(lines).toHaveLength(60)
    for (const line of lines) {
      const [age, city] = line.split(',')
      expect([Number(age) >= 40, city]).toEqual([true, 'Rome'])
    }
    const stated = readDraw(draw.jws!)!
    expect(stated.conditions).toEqual(conditions)
    expect(stated.statements.at(-1)).toContain('no fair sample')
  })

  it('that no row can be are refused with the reason, and do not count', async () => {
    const draw = await drawn({
      rows: 5,
      conditions: [{ column: 'age', is: 'at_least', value: '9999' }],
    })
    expect(draw).toMatchObject({ status: 'refused', files: [], jws: null })
    expect(draw.reason).toContain('meets the conditions')
    const { drawsLeft, obstacle } = await client.api.draws.rights(deal)
    expect([drawsLeft, obstacle]).toEqual([1, null])
    const { items } = await client.api.notifications.list({ limit: 1 })
    expect(items[0]!.message).toContain('does not count')
  })

  it('are refused by the field for more rows than agreed, and for columns that are not there', async () => {
    const { contractId } = deal
    const conditions = [{ column: 'height', is: 'equal', value: '1' } as const]
    for (const [input, field] of [
      [{ rows: 301 }, 'rows'],
      [{ rows: 0 }, 'rows'],
      [{ rows: 1.5 }, 'rows'],
      [{ rows: 1, conditions }, 'conditions.0.column'],
    ] as const)
      await expect(
        client.api.draws.start({ contractId, conditions: [], ...input }),
      ).rejects.toMatchObject({ code: 'bad_input', data: { field } })
  })

  it('are drawn by the client alone, and told to both parties and no others', async () => {
    const { contractId } = deal
    await expectRefusal(vendor.api.draws.start({ contractId, rows: 1 }), 'not_permitted')
    await expectRefusal(stranger.api.draws.start({ contractId, rows: 1 }), 'not_found')
    await expectRefusal(stranger.api.draws.list({ contractId }), 'not_found')
    await expectRefusal(stranger.api.draws.rights({ contractId }), 'not_found')
    const seen = await drawsOf(vendor)
    expect(seen.map(({ number, status, files }) => [number, status, files])).toEqual([
      [3, 'refused', []],
      [2, 'ready', []],
      [1, 'ready', []],
    ])
    const [{ id }] = await rows('select id from delivery_files where draw_id is not null limit 1')
    await expectRefusal(vendor.api.deliveries.fileLink({ fileId: id }), 'not_permitted')
    await expectRefusal(stranger.api.deliveries.fileLink({ fileId: id }), 'not_found')
  })

  it('are none without the model, and after the end of the license', async () => {
    const { contractId } = deal
    const [model] = await rows('select * from app.source_models')
    await rows('alter table app.source_models disable trigger all; delete from app.source_models')
    await expectRefusal(client.api.draws.start({ contractId, rows: 1 }), 'draw_without_model')
    const columns = Object.keys(model)
    await rows(
      `insert into app.source_models (${columns.join(', ')}) values (${columns.map((_, i) => `$${i + 1}`).join(', ')})`,
      Object.values(model),
    )
    await rows(`update licenses set ends_on = '2026-01-01' where contract_id = $1`, [contractId])
    await expectRefusal(client.api.draws.start({ contractId, rows: 1 }), 'draw_license_ended')
    await rows('update licenses set ends_on = null where contract_id = $1', [contractId])
  })

  it('asked for twice at once are drawn once', { tags: 'long' }, async () => {
    const { contractId } = deal
    const start = () => client.api.draws.start({ contractId, rows: 10 })
    const both = await Promise.allSettled([start(), start()])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await expectRefusal(start(), 'draw_underway')
    await rows(`update licenses set ends_on = '2026-01-01' where contract_id = $1`, [contractId])
    await runJobs(market)
    const [lapsed] = await drawsOf(client)
    expect(lapsed).toMatchObject({
      status: 'refused',
      reason: expect.stringContaining('no longer permits'),
    })
    await rows('update licenses set ends_on = null where contract_id = $1', [contractId])
  })

  it('begun by a server that stops, or whose job was cancelled, are drawn by another from the same seed, and refused once their model is lost', {
    tags: 'long',
  }, async () => {
    const { contractId } = deal
    const [{ storage_key }] = await rows('select storage_key from app.source_models')
    await client.api.draws.start({ contractId, rows: 10 })
    const [open] = await drawsOf(client)
    expect(open!.status).toBe('queued')
    const { id, seed } = (await rows(`select id, seed from row_draws where status = 'queued'`))[0]
    const stopping = AbortSignal.abort()
    await makeDraw({ ...market, blobs: openBlobs(market.platform.config), signal: stopping }, id)
    expect((await drawsOf(client))[0]!.status).toBe('queued')
    await rows('delete from graphile_worker._private_jobs') // as staff cancel it
    await market.app.jobs['draw.resume']?.({}, {} as never)
    await runJobs(market)
    const [made] = await drawsOf(client)
    expect([made!.status, readDraw(made!.jws!)!.seed]).toEqual(['ready', Number(seed)])
    await expectRefusal(client.api.draws.start({ contractId, rows: 10 }), 'draws_used_up')

    await rows('update offers set more_rows = $2 where id = $1', [
      deal.offerId,
      { ...term, draws: 9 },
    ])
    await client.api.draws.start({ contractId, rows: 10 })
    rmSync(blobPath(market, storage_key), { recursive: true })
    await runJobs(market)
    const [lost] = await drawsOf(client)
    expect(lost).toMatchObject({
      status: 'refused',
      reason: expect.stringContaining('no longer kept'),
    })
  })
  it('are in the dossiers of both parties with certificates that the log commits to, and an altered one is found', {
    tags: 'long',
  }, async () => {
    await market.app.jobs['transparency.integrate']!({}, {} as never)
    const status = await market.visitor.transparency.status()
    const key = parseVerifierKey(status.logs[0]!.verifierKey)!
    for (const person of [client, vendor]) {
      await market.app.jobs['transparency.integrate']!({}, {} as never)
      const response = await market.fetch(`/api/contracts/${deal.contractId}/dossier.zip`, {
        headers: { authorization: `Bearer ${person.token}` },
      })
      const archive = new Uint8Array(await response.arrayBuffer())
      const { state, findings, facts } = await verifyDossier(archive, { keys: [key] })
      expect([state, findings]).toEqual(['valid', []])
      const drawn = facts!.documents.filter(({ kind }) => kind === 'draw')
      expect(drawn.map(({ boundBy }) => boundBy)).toEqual(['log', 'log', 'log'])
    }
    const { rowCount } = await market.platform.db.pool.query(
      `update row_draws set jws = (select jws from row_draws where number = 2) where number = 1`,
    )
    expect(rowCount).toBe(1)
    const response = await market.fetch(`/api/contracts/${deal.contractId}/dossier.zip`, {
      headers: { authorization: `Bearer ${client.token}` },
    })
    const forged = await verifyDossier(new Uint8Array(await response.arrayBuffer()), {
      keys: [key],
    })
    expect(forged.findings.map(({ id }) => id)).toContain('statement_missing')
  })

  it('are not drawn by a member that was suspended, or one that is not admitted yet', async () => {
    const { contractId } = deal
    const pending = await market.colleague(client, 'pending')
    await expectRefusal(pending.api.draws.start({ contractId, rows: 1 }), 'membership_pending')
    const former = await market.colleague(client, 'member')
    const administrator = await market.colleague(client, 'administrator')
    await administrator.api.organizations.deactivateMember({ id: former.userId })
    await expectRefusal(former.api.draws.start({ contractId, rows: 1 }), 'session_ended')
    expect((await drawsOf(client))[0]!.status).toBe('refused')
  })

  it('are a term like any other: flagged where an offer grants less, agreed by approval, in agreement and log', async () => {
    const asked = await postDpr(client, { moreRows: term })
    const offerId = await sendOffer(vendor, asked)
    const offer = await vendor.api.offers.getSent({ offerId })
    expect([offer.moreRows, offer.asked.moreRows]).toEqual([null, term]) // an offer that does not say so grants none
    const { id: conversationId } = await client.api.negotiation.open({ offerId })
    const fewer = { ...term, draws: 1 }
    const made = await proposeChange(vendor, conversationId, { moreRows: fewer })
    expect(made).toMatchObject({
      changes: [{ field: 'more', from: null, to: fewer }],
      flags: { more: 'The request asks for: up to 300 rows, 3 times' },
    })
    await expect(
      proposeChange(vendor, conversationId, { moreRows: { rows: 0, draws: 1 } }),
    ).rejects.toMatchObject({ code: 'bad_input', data: { field: 'changes.moreRows.rows' } })
    await client.api.negotiation.approve({ proposalId: made.id })
    const agreed = (await client.api.offers.agreement({ offerId }))!
    expect(agreed.content.terms.more).toEqual(fewer)
    const { contractId } = await client.api.offers.accept({ offerId, revision: 2 })
    const { specifications } = await vendor.api.contracts.get({ contractId })
    expect(specifications).toContainEqual({
      id: 'more',
      label: 'More Rows',
      value: 'Up to 300 rows, once',
    })
  })
})
