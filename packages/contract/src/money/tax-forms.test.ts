import { expect, test } from 'vitest'
import { isTaxFormExpired, lastDayOf, likelyTaxForm, taxFormStatusOf } from './tax-forms.ts'

const form = (state: 'waiting' | 'accepted' | 'refused', lastDay: string | null = null) => ({
  state,
  lastDay,
})
const today = '2026-11-27'

test('a W-8BEN-E lasts to the end of the third calendar year after its signature, a W-9 has no last day', () => {
  expect(lastDayOf('w8ben_e', '2026-01-01')).toBe('2029-12-31')
  expect(lastDayOf('w8ben_e', '2026-12-31')).toBe('2029-12-31')
  expect(lastDayOf('w9', '2026-01-01')).toBeNull()
  expect(isTaxFormExpired({ lastDay: today }, today)).toBe(false)
  expect(isTaxFormExpired({ lastDay: '2026-11-26' }, today)).toBe(true)
})

test('an accepted form counts until its last day, whatever comes after it', () => {
  const valid = form('accepted', '2029-12-31')
  const expired = form('accepted', '2025-12-31')
  expect(taxFormStatusOf([], today)).toBe('missing')
  expect(taxFormStatusOf([form('waiting')], today)).toBe('waiting')
  expect(taxFormStatusOf([form('refused')], today)).toBe('refused')
  expect(taxFormStatusOf([valid], today)).toBe('accepted')
  expect(taxFormStatusOf([form('refused'), valid], today)).toBe('accepted')
  expect(taxFormStatusOf([expired], today)).toBe('expired')
  expect(taxFormStatusOf([form('waiting'), expired], today)).toBe('waiting')
})

test('a company of the United States is offered the W-9 first, all others the W-8BEN-E', () => {
  expect(['US', 'DE', 'other', null].map(likelyTaxForm)).toEqual([
    'w9',
    'w8ben_e',
    'w8ben_e',
    'w8ben_e',
  ])
})
