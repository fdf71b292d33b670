import { expect, test } from 'vitest'
import { offerDraft } from './offer-draft.ts'

const typed = { amount: '$18,500', timeline: ' 14 ', description: 'Two years', terms: true }

function messagesFor(change: Partial<Record<keyof typeof typed, unknown>>) {
  const read = offerDraft.safeParse({ ...typed, ...change })
  return read.success ? [] : read.error.issues.map((issue) => issue.message)
}

test('reads dollars and days as people type them', () => {
  expect(offerDraft.parse(typed)).toEqual({
    amount: 18_500_00n,
    timeline: 14,
    description: 'Two years',
    terms: true,
  })
})

test('says one thing about each field that is wrong', () => {
  expect(messagesFor({ amount: '' })).toEqual(['Enter your offer amount'])
  expect(messagesFor({ amount: 'a lot' })).toEqual(['Enter an amount in dollars, such as 18,500'])
  expect(messagesFor({ amount: '0.50' })).toHaveLength(1)
  expect(messagesFor({ timeline: '' })).toEqual(['Enter your timeline in days'])
  expect(messagesFor({ timeline: '2 weeks' })).toEqual(['Enter a whole number of days'])
  expect(messagesFor({ timeline: '0' })).toHaveLength(1)
  expect(messagesFor({ timeline: '366' })).toHaveLength(1)
  expect(messagesFor({ description: '  ' })).toHaveLength(1)
  expect(messagesFor({ terms: false })).toHaveLength(1)
})
