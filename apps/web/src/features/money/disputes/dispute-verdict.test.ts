import type { Dispute, DisputeFindings } from '@semblance/contract'
import { expect, test } from 'vitest'
import { disputeVerdict, staffVerdict } from './dispute-verdict.ts'

const stake = { stakeCents: 18_500_00n } as Dispute['stake']
const live = { status: 'open', stake, outcome: null } as const
const findings = (state: DisputeFindings['state']): DisputeFindings => ({
  disputeId: 'DSP-1',
  claims: [],
  state,
  findings: [],
})

test('a live dispute says what is frozen, and whether something is being measured', () => {
  const nothing = disputeVerdict(live, findings('nothing_claimed'))
  expect(nothing.detail).toContain('Nothing was measured. $18,500.00 and the fee on it')
  const measuring = disputeVerdict(live, findings('measuring'))
  expect(measuring.sentence).toBe('What was claimed is being measured.')
})

test.each([
  ['settled', 'Both sides settled it.'],
  ['ruled', 'Semblance decided it.'],
] as const)('one that was %s says where the money went', (status, sentence) => {
  const outcome = { toVendorCents: 17_000_50n } as Dispute['outcome']
  expect(disputeVerdict({ status, stake, outcome }, null)).toMatchObject({
    sentence,
    detail: '$17,000.50 went to the vendor, $1,499.50 of the price back to the client.',
  })
})

test('staff read that nothing is opened, or that nothing can be measured', () => {
  expect(staffVerdict(live, null).sentence).toBe('The findings have not been opened.')
  const nothing = staffVerdict(live, findings('nothing_claimed'))
  expect(nothing.sentence).toBe('Nothing was claimed that can be measured.')
})
