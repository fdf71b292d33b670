import { MAX_MILESTONES } from '@semblance/contract'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  agree,
  type Deal,
  deliver,
  expectRefusal,
  expectRefusals,
  fundedDeal,
  race,
  release,
} from '../../../testing/fixtures/deal-fixtures.ts'
import type { Person } from '../../../testing/fixtures/market-fixtures.ts'
import { useMarket } from '../../../testing/fixtures/use-market.ts'

const { market, client, vendor, stranger } = await useMarket({
  client: 'client',
  vendor: 'vendor',
  stranger: 'both',
})
let deal: Deal
beforeAll(async () => {
  deal = await fundedDeal(client, vendor)
})

const form = { title: 'Codebook', description: 'Every column, with units', dueOn: '2099-05-01' }

async function add(by: Person, contractId = deal.contractId) {
  return (await by.api.milestones.add({ ...form, contractId })).id
}

async function stateOf(milestoneId: string, contractId = deal.contractId) {
  const { milestones } = await client.api.contracts.get({ contractId })
  return milestones.find(({ id }) => id === milestoneId)?.state
}

it('either party adds one, the other is told, and it counts in the progress', async () => {
  const { contractId } = await fundedDeal(client, vendor)
  const byClient = await client.api.milestones.add({ ...form, contractId })
  expect(byClient).toMatchObject({ ...form, kind: 'agreed', state: 'pending', addedBy: 'client' })
  const { items } = await vendor.api.notifications.list({})
  expect(items[0]).toMatchObject({
    title: 'Milestone added',
    path: `/contract-details/${contractId}`,
  })
  const byVendor = await vendor.api.milestones.add({ title: 'Sample', contractId })
  expect(byVendor).toMatchObject({ addedBy: 'vendor', description: null, dueOn: null })
  const { milestones, progressPercent } = await vendor.api.contracts.get({ contractId })
  expect(milestones.map(({ title }) => title)).toEqual([
    'Escrow Funding',
    'Data Submission',
    'Synthesis and Validation',
    'Codebook',
    'Sample',
    'Client Acceptance',
  ])
  expect(progressPercent).toBe(Math.round(100 / 6))
})

it('the vendor starts and completes it, and takes it up again', async () => {
  const milestoneId = await add(client)
  const { start, complete, reopen } = vendor.api.milestones
  expect((await start({ milestoneId })).status).toBe('in_progress')
  const completed = await complete({ milestoneId })
  expect(completed).toMatchObject({ status: 'completed', date: expect.any(Date) })
  expect((await reopen({ milestoneId })).state).toBe('in_progress')
  const { items } = await client.api.notifications.list({})
  expect(items.slice(0, 3).map(({ title }) => title)).toEqual([
    'Milestone reopened',
    'Milestone completed',
    'Milestone started',
  ])
})

it('whoever added it changes and removes it', async () => {
  const milestoneId = await add(vendor)
  const changed = await vendor.api.milestones.edit({ milestoneId, title: 'Codebook, final' })
  expect(changed).toMatchObject({ title: 'Codebook, final', description: null, dueOn: null })
  await vendor.api.milestones.remove({ milestoneId })
  expect(await stateOf(milestoneId)).toBeUndefined()
  await expectRefusal(vendor.api.milestones.remove({ milestoneId }), 'not_found')
})

it('past its day it is delayed, begun or not, until it is completed', async () => {
  const { id: milestoneId } = await client.api.milestones.add({
    title: 'Sample',
    dueOn: '2020-01-31',
    contractId: deal.contractId,
  })
  const read = async () =>
    (await client.api.contracts.get(deal)).milestones.find(({ id }) => id === milestoneId)
  expect(await read()).toMatchObject({ status: 'delayed', state: 'pending', date: '2020-01-31' })
  await vendor.api.milestones.start({ milestoneId })
  expect(await read()).toMatchObject({ status: 'delayed', state: 'in_progress' })
  await vendor.api.milestones.complete({ milestoneId })
  expect(await read()).toMatchObject({ status: 'completed' })
})

describe('a step out of turn is refused and changes nothing', () => {
  it('while it is pending', async () => {
    const milestoneId = await add(vendor)
    const { complete, reopen } = vendor.api.milestones
    await expectRefusals([complete({ milestoneId }), reopen({ milestoneId })], 'milestone_fixed')
    expect(await stateOf(milestoneId)).toBe('pending')
  })

  it('while it is in progress', async () => {
    const milestoneId = await add(vendor)
    const { start, reopen } = vendor.api.milestones
    await start({ milestoneId })
    await expectRefusals([start({ milestoneId }), reopen({ milestoneId })], 'milestone_fixed')
    expect(await stateOf(milestoneId)).toBe('in_progress')
  })

  it('once it is completed', async () => {
    const milestoneId = await add(vendor)
    const { start, complete, edit, remove } = vendor.api.milestones
    await start({ milestoneId })
    await complete({ milestoneId })
    await expectRefusals(
      [
        start({ milestoneId }),
        complete({ milestoneId }),
        edit({ milestoneId, title: 'Other' }),
        remove({ milestoneId }),
      ],
      'milestone_fixed',
    )
    expect(await stateOf(milestoneId)).toBe('completed')
  })

  it('before the contract is paid, though it may be planned', async () => {
    const { contractId } = await agree(client, vendor)
    const milestoneId = await add(vendor, contractId)
    await expectRefusal(vendor.api.milestones.start({ milestoneId }), 'milestone_fixed')
    expect(await stateOf(milestoneId, contractId)).toBe('pending')
  })

  it('after the contract is completed', async () => {
    const { contractId } = await fundedDeal(client, vendor)
    const [open, completed] = [await add(vendor, contractId), await add(vendor, contractId)]
    await vendor.api.milestones.start({ milestoneId: completed })
    await vendor.api.milestones.complete({ milestoneId: completed })
    await deliver(market, contractId)
    await release(market, client, contractId)
    await expectRefusal(add(vendor, contractId), 'contract_fixed')
    await expectRefusals(
      [
        vendor.api.milestones.start({ milestoneId: open }),
        vendor.api.milestones.edit({ milestoneId: open, title: 'Other' }),
        vendor.api.milestones.remove({ milestoneId: open }),
        vendor.api.milestones.reopen({ milestoneId: completed }),
      ],
      'milestone_fixed',
    )
  })
})

it('of 10 parallel completions one counts', { tags: 'long' }, async () => {
  const milestoneId = await add(vendor)
  await vendor.api.milestones.start({ milestoneId })
  const { wins, codes } = await race(10, () => vendor.api.milestones.complete({ milestoneId }))
  expect({ wins, codes }).toEqual({ wins: 1, codes: new Set(['milestone_fixed']) })
})

it('a contract cannot be filled beyond its limit, even by parallel additions', {
  tags: 'long',
}, async () => {
  const { contractId } = await fundedDeal(client, vendor)
  for (let count = 0; count < MAX_MILESTONES - 1; count++) await add(vendor, contractId)
  const { wins, codes } = await race(5, () => add(client, contractId))
  expect({ wins, codes }).toEqual({ wins: 1, codes: new Set(['milestones_full']) })
})

it('the other party cannot change what one has added, and the client cannot say how far it is', async () => {
  const milestoneId = await add(vendor)
  await expectRefusals(
    [
      client.api.milestones.edit({ milestoneId, title: 'Mine' }),
      client.api.milestones.remove({ milestoneId }),
      client.api.milestones.start({ milestoneId }),
      client.api.milestones.complete({ milestoneId }),
      client.api.milestones.reopen({ milestoneId }),
    ],
    'not_permitted',
  )
  const own = await add(client)
  await expectRefusal(
    vendor.api.milestones.edit({ milestoneId: own, title: 'Mine' }),
    'not_permitted',
  )
})

it('a stranger and a visitor cannot touch one', async () => {
  const milestoneId = await add(vendor)
  const attempts = ({ milestones }: Person['api']) => [
    milestones.add({ ...form, contractId: deal.contractId }),
    milestones.edit({ ...form, milestoneId }),
    milestones.remove({ milestoneId }),
    milestones.start({ milestoneId }),
    milestones.complete({ milestoneId }),
    milestones.reopen({ milestoneId }),
  ]
  await expectRefusals(attempts(stranger.api), 'not_found')
  await expectRefusals(attempts(market.visitor), 'sign_in_required')
  expect(await stateOf(milestoneId)).toBe('pending')
})

it('bad input names the field', async () => {
  const { contractId } = deal
  const before = (await client.api.contracts.get(deal)).milestones.length
  for (const [bad, field] of [
    [{ title: '  ' }, 'title'],
    [{ title: 'x'.repeat(201) }, 'title'],
    [{ title: 'A', description: 'x'.repeat(2001) }, 'description'],
    [{ title: 'A', dueOn: '2026-02-30' }, 'dueOn'],
    [{ title: 'A', dueOn: 'soon' }, 'dueOn'],
  ] as const)
    await expect(client.api.milestones.add({ ...bad, contractId })).rejects.toMatchObject({
      code: 'bad_input',
      data: { field },
    })
  expect((await client.api.contracts.get(deal)).milestones).toHaveLength(before)
})
