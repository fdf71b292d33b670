import { expect, it } from 'vitest'
import { dprForm, expectRefusal, race } from '../../../testing/fixtures/deal-fixtures.ts'
import { useMarket } from '../../../testing/fixtures/use-market.ts'

const { market, client } = await useMarket({ client: 'client' })

const content = { title: ' Footfall ', budgetMinCents: '7,5oo', specifications: ['One', ''] }

it('a draft keeps the form as it was typed, wrong amounts and all', async () => {
  const { id, title } = await client.api.dprs.saveDraft({ content })
  expect(title).toBe('Footfall')
  expect((await client.api.dprs.draft({ draftId: id })).content).toEqual(content)
})

it('saving it again changes it and puts it first', async () => {
  const first = await client.api.dprs.saveDraft({ content })
  await client.api.dprs.saveDraft({ content: { title: 'Another' } })
  await client.api.dprs.saveDraft({ draftId: first.id, content: { title: 'Changed' } })
  const { items } = await client.api.dprs.drafts({ limit: 2 })
  expect(items.map(({ title }) => title)).toEqual(['Changed', 'Another'])
})

it('drafts page without gaps or repetitions', async () => {
  const own = await market.member('client')
  for (let index = 0; index < 5; index++)
    await own.api.dprs.saveDraft({ content: { title: `Draft ${index}` } })
  const first = await own.api.dprs.drafts({ limit: 3 })
  const second = await own.api.dprs.drafts({ limit: 3, cursor: first.nextCursor! })
  expect([...first.items, ...second.items].map(({ title }) => title)).toEqual([
    'Draft 4',
    'Draft 3',
    'Draft 2',
    'Draft 1',
    'Draft 0',
  ])
  expect(second.nextCursor).toBeNull()
  expect((await own.api.dprs.list({})).counts.drafts).toBe(5)
})

it('a draft belongs to the whole organization', async () => {
  const colleague = await market.colleague(client, 'member')
  const { id } = await client.api.dprs.saveDraft({ content })
  expect((await colleague.api.dprs.draft({ draftId: id })).title).toBe('Footfall')
})

it('posting a draft deletes it', async () => {
  const { id } = await client.api.dprs.saveDraft({ content })
  await client.api.dprs.create({ ...dprForm, draftId: id })
  await expectRefusal(client.api.dprs.draft({ draftId: id }), 'not_found')
  await expectRefusal(client.api.dprs.saveDraft({ draftId: id, content }), 'not_found')
})

it('a request that is refused keeps its draft', async () => {
  const { id } = await client.api.dprs.saveDraft({ content })
  await expectRefusal(
    client.api.dprs.create({ ...dprForm, budgetMaxCents: 100n, draftId: id }),
    'bad_input',
  )
  expect((await client.api.dprs.draft({ draftId: id })).title).toBe('Footfall')
})

it('of several who delete a draft at once, one does', async () => {
  const { id } = await client.api.dprs.saveDraft({ content })
  const { wins, codes } = await race(3, () => client.api.dprs.removeDraft({ draftId: id }))
  expect(wins).toBe(1)
  expect(codes).toEqual(new Set(['not_found']))
})

it('a draft that is too long is refused', async () => {
  const long = { description: 'é'.repeat(20_000), useCase: 'é'.repeat(20_000) }
  await expectRefusal(client.api.dprs.saveDraft({ content: long }), 'bad_input')
})

it("another organization cannot see, change, delete or post away one's drafts", async () => {
  const { id: draftId } = await client.api.dprs.saveDraft({ content })
  const other = await market.member('client')
  await expectRefusal(other.api.dprs.draft({ draftId }), 'not_found')
  await expectRefusal(other.api.dprs.saveDraft({ draftId, content }), 'not_found')
  await expectRefusal(other.api.dprs.removeDraft({ draftId }), 'not_found')
  expect((await other.api.dprs.drafts({})).items).toEqual([])
  await other.api.dprs.create({ ...dprForm, draftId })
  expect((await client.api.dprs.draft({ draftId })).title).toBe('Footfall')
})

it('vendors and visitors cannot use drafts', async () => {
  const { id: draftId } = await client.api.dprs.saveDraft({ content })
  const vendor = await market.member('vendor')
  for (const [{ dprs }, code] of [
    [vendor.api, 'not_permitted'],
    [market.visitor, 'sign_in_required'],
  ] as const) {
    await expectRefusal(dprs.drafts({}), code)
    await expectRefusal(dprs.draft({ draftId }), code)
    await expectRefusal(dprs.saveDraft({ content }), code)
    await expectRefusal(dprs.removeDraft({ draftId }), code)
  }
})
