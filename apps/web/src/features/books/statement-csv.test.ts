import { expect, it } from 'vitest'
import { statementCsv } from './statement-csv.ts'

it('a statement keeps every cent and its sign', () => {
  const line = {
    id: 'e:1',
    entryId: '0198c0de-0000-7000-8000-000000000001',
    kind: 'release',
    effectiveAt: new Date('2026-11-21T10:00:00Z'),
    contractId: 'CTR-2001',
    otherCode: 'escrow:CTR-2001',
    otherSubject: null,
    amountCents: -1_850_005n,
    balanceCents: 9_007_199_254_740_993n,
  }
  expect(statementCsv([line]).split('\r\n')[1]).toBe(
    '0198c0de-0000-7000-8000-000000000001,release,2026-11-21T10:00:00.000Z,CTR-2001,escrow:CTR-2001,-18500.05,90071992547409.93',
  )
})
