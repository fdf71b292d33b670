import { expect, it } from 'vitest'
import { expectRefusal, fundedDeal, postDpr } from '../../../testing/fixtures/deal-fixtures.ts'
import { useMarket } from '../../../testing/fixtures/use-market.ts'

const { market, client, vendor, trader } = await useMarket({
  client: 'client',
  vendor: 'vendor',
  trader: 'both',
})

const doneOf = async (person: typeof client, side: 'client' | 'vendor') => {
  const { steps, isOver } = await person.api.dashboards.setup({ side })
  return { done: steps.filter(({ isDone }) => isDone).map(({ id }) => id), isOver }
}

it('counts the first steps by what is there', async () => {
  expect(await doneOf(trader, 'vendor')).toEqual({ done: ['account'], isOver: false })
  await trader.api.legal.accept({ accepted: trader.accepted })
  expect((await doneOf(trader, 'vendor')).done).toEqual(['account', 'terms'])
  await market.colleague(trader, 'pending')
  expect((await doneOf(trader, 'vendor')).done).not.toContain('members')
  await market.colleague(trader, 'member')
  await postDpr(trader)
  expect((await doneOf(trader, 'client')).done).toEqual([
    'account',
    'terms',
    'first_request',
    'members',
  ])
  expect((await doneOf(trader, 'vendor')).done).toEqual(['account', 'terms', 'members'])
})

it('is over with the first contract, whatever is left', { tags: 'long' }, async () => {
  await fundedDeal(client, vendor)
  expect(await doneOf(client, 'client')).toMatchObject({ isOver: true })
  expect(await doneOf(vendor, 'vendor')).toMatchObject({ isOver: true })
})

it('is for the members of the organization, on the sides that it has', async () => {
  await expectRefusal(client.api.dashboards.setup({ side: 'vendor' }), 'not_permitted')
  await expectRefusal(market.visitor.dashboards.setup({ side: 'client' }), 'sign_in_required')
  const waiting = await market.colleague(client, 'pending')
  await expectRefusal(waiting.api.dashboards.setup({ side: 'client' }), 'membership_pending')
})
