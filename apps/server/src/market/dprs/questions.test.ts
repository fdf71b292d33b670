import { expect, it } from 'vitest'
import {
  expectRefusal,
  fundedDeal,
  postDpr,
  race,
  sendOffer,
} from '../../../testing/fixtures/deal-fixtures.ts'
import type { Person } from '../../../testing/fixtures/market-fixtures.ts'
import { useMarket } from '../../../testing/fixtures/use-market.ts'

const { market, client, asker, bidder } = await useMarket({
  client: 'client',
  asker: 'vendor',
  bidder: 'vendor',
})

const ask = async (dprId: string, person = asker) =>
  (await person.api.dprs.ask({ dprId, question: 'Which stores?' })).id

const told = async ({ api }: Person) => {
  const { items } = await api.notifications.list({ limit: 20 })
  return items.map(({ title, path }) => `${title} ${path}`)
}

it('everyone who may see a request sees its questions, and only the client and the asker who asked', async () => {
  const dprId = await postDpr(client)
  await ask(dprId)
  const seenBy = async ({ api }: Person) => (await api.dprs.questions({ dprId })).items[0]
  const name = (await client.api.companies.search({ side: 'vendor' })).items.find(
    ({ id }) => id === asker.organization.id,
  )!.name
  expect(await seenBy(client)).toMatchObject({ askedBy: name, isOwn: false, answer: null })
  expect(await seenBy(asker)).toMatchObject({ askedBy: name, isOwn: true })
  expect(await seenBy(bidder)).toMatchObject({
    askedBy: null,
    isOwn: false,
    question: 'Which stores?',
  })
})

it('the client is told of a question, askers and bidders of the answer', async () => {
  const dprId = await postDpr(client)
  const other = await market.member('vendor')
  await sendOffer(bidder, dprId)
  const questionId = await ask(dprId)
  const path = `/dpr-details/${dprId}#questions`
  expect(await told(client)).toContain(`New question on your request ${path}`)
  await client.api.dprs.answer({ questionId, answer: 'All forty.' })
  expect(await told(asker)).toContain(`A question was answered ${path}`)
  expect(await told(bidder)).toContain(`A question was answered ${path}`)
  expect(await told(other)).toEqual([])
  const { items } = await other.api.dprs.questions({ dprId })
  expect(items[0]).toMatchObject({ answer: 'All forty.', answeredAt: expect.any(Date) })
})

it('questions page newest first, without gaps or repetitions', async () => {
  const dprId = await postDpr(client)
  const asked = []
  for (let index = 0; index < 5; index++) asked.push(await ask(dprId))
  const first = await bidder.api.dprs.questions({ dprId, limit: 3 })
  const second = await bidder.api.dprs.questions({ dprId, limit: 3, cursor: first.nextCursor! })
  expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(asked.reverse())
  expect(second.nextCursor).toBeNull()
})

it('a question is answered once', async () => {
  const questionId = await ask(await postDpr(client))
  const { wins, codes } = await race(3, () =>
    client.api.dprs.answer({ questionId, answer: 'Yes.' }),
  )
  expect(wins).toBe(1)
  expect(codes).toEqual(new Set(['question_answered']))
})

it('a vendor waits with the eleventh question until one is answered', async () => {
  const dprId = await postDpr(client)
  const asked = []
  for (let index = 0; index < 10; index++) asked.push(await ask(dprId))
  await expectRefusal(ask(dprId), 'questions_waiting')
  await client.api.dprs.answer({ questionId: asked[0]!, answer: 'Yes.' })
  await ask(dprId)
})

it('a request that found its vendor takes no more questions', async () => {
  const { dprId } = await fundedDeal(client, bidder)
  await expectRefusal(ask(dprId, bidder), 'dpr_closed')
  await expectRefusal(ask(dprId), 'not_found')
})

it("a client cannot ask about its own request, nor answer others' questions", async () => {
  const both = await market.member('both')
  const dprId = await postDpr(both)
  await expectRefusal(ask(dprId, both), 'own_dpr')
  const questionId = await ask(dprId)
  await expectRefusal(client.api.dprs.answer({ questionId, answer: 'No.' }), 'not_found')
  await expectRefusal(ask(dprId, client), 'not_permitted')
})

it('vendors cannot answer, visitors can do nothing where there are no samples', async () => {
  const dprId = await postDpr(client)
  const questionId = await ask(dprId)
  await expectRefusal(asker.api.dprs.answer({ questionId, answer: 'No.' }), 'not_permitted')
  const { dprs } = market.visitor
  await expectRefusal(dprs.questions({ dprId }), 'sign_in_required')
  await expectRefusal(dprs.ask({ dprId, question: 'Hm?' }), 'sign_in_required')
  await expectRefusal(dprs.answer({ questionId, answer: 'No.' }), 'sign_in_required')
})

it('an empty question or answer is refused at its field', async () => {
  const dprId = await postDpr(client)
  await expect(asker.api.dprs.ask({ dprId, question: '  ' })).rejects.toMatchObject({
    code: 'bad_input',
    data: { field: 'question' },
  })
  const questionId = await ask(dprId)
  await expect(client.api.dprs.answer({ questionId, answer: '' })).rejects.toMatchObject({
    code: 'bad_input',
    data: { field: 'answer' },
  })
  expect((await client.api.dprs.questions({ dprId })).items[0]!.answer).toBeNull()
})
