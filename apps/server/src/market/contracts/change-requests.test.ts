import { MAX_CHANGE_REQUESTS } from '@semblance/contract'
import { afterEach, expect, it } from 'vitest'
import {
  agree,
  deliver,
  expectRefusal,
  expectSoundLedger,
  fundedDeal,
  race,
  release,
} from '../../../testing/fixtures/deal-fixtures.ts'
import { useMarket } from '../../../testing/fixtures/use-market.ts'

const { market, client, vendor } = await useMarket({ client: 'client', vendor: 'vendor' })
afterEach(() => expectSoundLedger(market))

const reason = 'The column basket_value is in cents; we need dollars.'
const ask = (contractId: string, by = client) =>
  by.api.deliveries.requestChanges({ contractId, reason })

async function delivered() {
  const deal = await fundedDeal(client, vendor)
  await deliver(market, deal.contractId)
  return deal
}

it('a delivery goes back to the vendor, with the reason, and the money stays held', async () => {
  const { contractId, dprId } = await delivered()
  expect(await ask(contractId)).toEqual({ changeRequestsLeft: MAX_CHANGE_REQUESTS - 1 })
  const seen = await vendor.api.contracts.get({ contractId })
  expect(seen).toMatchObject({
    status: 'in_progress',
    stage: 'data_submission',
    progressPercent: 25,
    heldCents: 1_850_000n,
    openChangeRequest: { reason },
    changeRequests: [{ reason, answeredAt: null }],
  })
  expect((await client.api.dprs.get({ dprId })).status).toBe('accepted')
  const { items } = await vendor.api.notifications.list({})
  expect(items[0]).toMatchObject({ title: 'Changes requested', path: `/data-upload/${contractId}` })
  expect(items[0]!.message).toContain(reason)
  const { tasks } = await vendor.api.dashboards.vendor()
  expect(tasks).toContainEqual(
    expect.objectContaining({ kind: 'changes_requested', path: `/data-upload/${contractId}` }),
  )
  await expectRefusal(release(market, client, contractId), 'not_awaiting_review')
})

it('the next delivery answers it, and is reviewed like the first', async () => {
  const { contractId, dprId } = await delivered()
  await ask(contractId)
  await deliver(market, contractId)
  const seen = await client.api.contracts.get({ contractId })
  expect(seen).toMatchObject({ status: 'pending_review', openChangeRequest: null })
  expect(seen.changeRequests[0]!.answeredAt).toBeInstanceOf(Date)
  expect((await client.api.dprs.get({ dprId })).status).toBe('ready_for_download')
  const { tasks } = await client.api.dashboards.client()
  expect(tasks).toContainEqual(
    expect.objectContaining({
      path: `/download/${dprId}`,
      detail: expect.stringContaining('delivered it again, with your changes.'),
    }),
  )
  await release(market, client, contractId)
  expect((await client.api.contracts.get({ contractId })).status).toBe('completed')
})

it('after three rounds it is refused, and the delivery goes on waiting for its review', async () => {
  const { contractId } = await delivered()
  for (let round = 1; round <= MAX_CHANGE_REQUESTS; round++) {
    expect((await ask(contractId)).changeRequestsLeft).toBe(MAX_CHANGE_REQUESTS - round)
    await deliver(market, contractId)
  }
  await expectRefusal(ask(contractId), 'changes_used_up')
  const seen = await client.api.contracts.get({ contractId })
  expect(seen).toMatchObject({ status: 'pending_review', changeRequestsLeft: 0 })
  expect(seen.changeRequests).toHaveLength(MAX_CHANGE_REQUESTS)
})

it('in any other state it is refused and changes nothing', async () => {
  const unpaid = await agree(client, vendor)
  const working = await fundedDeal(client, vendor)
  const done = await delivered()
  await release(market, client, done.contractId)
  for (const { contractId } of [unpaid, working, done]) {
    const before = await client.api.contracts.get({ contractId })
    await expectRefusal(ask(contractId), 'not_awaiting_review')
    expect(await client.api.contracts.get({ contractId })).toEqual(before)
  }
})

it('of 10 parallel requests one counts', async () => {
  const { contractId } = await delivered()
  const { wins, codes } = await race(10, () => ask(contractId))
  expect({ wins, codes }).toEqual({ wins: 1, codes: new Set(['not_awaiting_review']) })
})

it('changes and acceptance at the same moment: one of them wins, and the money follows it', async () => {
  const { contractId } = await delivered()
  const results = await Promise.allSettled([ask(contractId), release(market, client, contractId)])
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const { status, heldCents } = await client.api.contracts.get({ contractId })
  expect([
    ['in_progress', 1_850_000n],
    ['completed', 0n],
  ]).toContainEqual([status, heldCents])
})

it('the vendor, a stranger and a visitor cannot ask for changes', async () => {
  const { contractId } = await delivered()
  await expectRefusal(ask(contractId, vendor), 'not_permitted')
  await expectRefusal(ask(contractId, await market.member('both')), 'not_found')
  await expectRefusal(
    market.visitor.deliveries.requestChanges({ contractId, reason }),
    'sign_in_required',
  )
  expect((await client.api.contracts.get({ contractId })).status).toBe('pending_review')
})

it('bad input names the field', async () => {
  const { contractId } = await delivered()
  for (const bad of ['  ', 'x'.repeat(5001)])
    await expect(
      client.api.deliveries.requestChanges({ contractId, reason: bad }),
    ).rejects.toMatchObject({ code: 'bad_input', data: { field: 'reason' } })
  expect((await client.api.contracts.get({ contractId })).status).toBe('pending_review')
})
