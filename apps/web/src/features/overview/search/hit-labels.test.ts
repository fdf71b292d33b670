import { expect, it } from 'vitest'
import { statusOf } from './hit-labels.ts'

it('a hit carries the status of its own domain', () => {
  expect(statusOf({ kind: 'request', status: 'awaiting_offers' })).toEqual({
    domain: 'dpr',
    status: 'awaiting_offers',
  })
  expect(statusOf({ kind: 'contract', status: 'in_progress' })).toMatchObject({
    domain: 'contract',
  })
  expect(statusOf({ kind: 'mail', status: 'waiting' })).toMatchObject({ domain: 'mail' })
})

it('a hit without a status, or with one that its domain does not know, shows none', () => {
  expect(statusOf({ kind: 'conversation', status: null })).toBeNull()
  expect(statusOf({ kind: 'contract', status: 'awaiting_offers' })).toBeNull()
})
