import { expect, it } from 'vitest'
import { taskText } from './task-texts.ts'

it('a task says what is owed to the cent, and whole dollars without cents', () => {
  const pay = { kind: 'pay' as const, title: 'Fares', company: 'Northwind' }
  expect(taskText({ ...pay, totalCents: 1_925_050n })).toEqual({
    title: 'Pay for Fares',
    detail: '$19,250.50 into escrow, then Northwind begins.',
  })
  expect(taskText({ ...pay, company: null, totalCents: 1_900_000n }).detail).toBe(
    '$19,000 into escrow, then the vendor begins.',
  )
  const ready = { kind: 'review_delivery', title: 'Fares', company: null } as const
  expect(taskText({ ...ready, priceCents: 99n, isRedelivery: true }).detail).toBe(
    'The vendor delivered it again, with your changes. Release $0.99 after you check it.',
  )
})

it('offers to compare stand beside the budget, both to the cent', () => {
  const budget: [bigint, bigint] = [100_001n, 200_000n]
  const offers = { kind: 'review_offers' as const, title: 'Fares', budgetCents: budget }
  expect(taskText({ ...offers, count: 1, priceCents: [150_050n, 150_050n] })).toEqual({
    title: '1 offer on Fares',
    detail: '$1,500.50. Your budget is $1,000.01 to $2,000.',
  })
  expect(taskText({ ...offers, count: 3, priceCents: [150_049n, 150_050n] })).toEqual({
    title: '3 offers on Fares',
    detail: '$1,500.49 to $1,500.50. Your budget is $1,000.01 to $2,000.',
  })
})

it('a proposal is told by its values, from whoever made it', () => {
  const text = taskText({
    kind: 'answer_proposal',
    title: 'Fares',
    company: null,
    side: 'vendor',
    changes: [{ field: 'price', from: '1925050', to: '1925100' }],
  })
  expect(text).toEqual({
    title: 'The client proposed a change',
    detail: 'Total Price: $19,250.50 to $19,251 on Fares.',
  })
})

it('an upload gives the reason why it is due again', () => {
  expect(taskText({ kind: 'delivery_refused', title: 'Fares', reason: 'Too few rows' })).toEqual({
    title: 'Upload again: the last delivery was turned down',
    detail: 'Fares: Too few rows',
  })
})

it('a revision says what it costs and until when it can be paid or is to be delivered', () => {
  const revision = { kind: 'order_revision', title: 'Fares', number: 2, revisions: 3 } as const
  expect(
    taskText({ ...revision, company: 'Northwind', priceCents: 120_000n, payBy: '2026-12-05' }),
  ).toEqual({
    title: 'Order revision 2 of 3: Fares',
    detail: '$1,200 to Northwind, and the fee. Not paid by 2026-12-05, it lapses a day later.',
  })
  expect(
    taskText({ kind: 'deliver', title: 'Fares', reason: null, dueOn: '2026-12-05' }).detail,
  ).toBe('Fares. Due by 2026-12-05')
})
