import type { Earning } from '@semblance/contract'
import { expect, test } from 'vitest'
import { earningsCsv } from './earnings-csv.ts'

const earning: Earning = {
  id: 'TXN-1',
  contractId: 'CTR-2041',
  project: 'Loyalty Program Members',
  clientName: 'Halden Retail Group',
  part: 'upfront',
  amountCents: 18_500_05n,
  status: 'paid',
  date: new Date('2026-11-21T10:00:00Z'),
  paymentMethod: 'Escrow release',
}
const lineOf = (change: Partial<Earning>) =>
  earningsCsv([{ ...earning, ...change }]).split('\r\n')[1]

test('writes one line per transaction under a head, amounts exact', () => {
  expect(earningsCsv([earning])).toBe(
    'Transaction,Contract,Project,Client,Part,Amount (USD),Status,Date,Payment method\r\n' +
      'TXN-1,CTR-2041,Loyalty Program Members,Halden Retail Group,Upfront share,18500.05,paid,2026-11-21,Escrow release\r\n',
  )
})

test('quotes commas, quotes and line breaks', () => {
  expect(lineOf({ clientName: 'A "B", Inc' })).toContain('"A ""B"", Inc"')
})

test.each(['=1+1', '+1', '-cmd', '@SUM(A1)'])('defuses %s as a spreadsheet formula', (project) => {
  expect(lineOf({ project })).toContain(`,'${project},`)
})

test('leaves a negative amount a number', () => {
  expect(lineOf({ amountCents: -250n })).toContain(',-2.50,')
})
