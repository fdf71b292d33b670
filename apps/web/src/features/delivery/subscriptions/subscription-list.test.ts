import { expect, it } from 'vitest'
import { exportLines } from '../../../../testing/export-lines.ts'
import { columnsFor } from './subscription-list.tsx'

const at = (day: number) => new Date(Date.UTC(2026, 10, day, 9, 30))

it('exports subscriptions with their newest revision', async () => {
  const lines = await exportLines(columnsFor('client'), {
    ...{ id: 'SUB-7', title: 'Fares, monthly', listingId: 'LST-3', side: 'client' },
    ...{ counterpart: 'Northwind', status: 'active', pausedAs: null, endedAs: null },
    ...{ pace: 'monthly', priceCents: 120_050n, revisions: 6, delivered: 1 },
    ...{ nextDueAt: at(30), createdAt: at(1) },
    current: {
      ...{ number: 2, phase: 'to_order', openedAt: at(20), payBy: at(27), isComparable: false },
      ...{ dprId: null, offerId: null, contractId: null, dueAt: null, deliveredAt: null },
      ...{ records: null, accuracyPercent: null, endedAt: null },
    },
  })
  expect(lines).toEqual([
    'Subscription,ID,Pace,Vendor,Status,Newest revision,State of it,Revisions at most,Accepted,Next opens,Per revision (USD),Since',
    '"Fares, monthly",SUB-7,A revision a month,Northwind,Active,2,To order,6,1,2026-11-30T09:30:00Z,1200.50,2026-11-01T09:30:00Z',
    '',
  ])
})
