import { canonicalJson, commitmentOf, type OwnAuditRow, toHex } from '@semblance/contract'
import { expect, it } from 'vitest'
import { compareWithEntry } from './row-opening.ts'

const salt = 'ab'.repeat(32)
const at = new Date('2026-11-22T10:52:00.123Z')
const payload = canonicalJson({
  v: 1,
  type: 'audit.row',
  deal: null,
  seq: null,
  prev: null,
  at: at.toISOString(),
  body: {
    seq: '8',
    at: at.toISOString(),
    actor: 'someone',
    action: 'approval.approve',
    object: 'approval:7',
    detail: { organization: 'ORG-1', amountCents: '1896250' },
  },
})
const row: OwnAuditRow = {
  seq: 8n,
  at,
  by: 'member',
  actor: 'someone',
  name: 'Daniel Reuter',
  action: 'approval.approve',
  object: 'approval:7',
  objectName: null,
  detail: { amountCents: '1896250' },
  leaf: { log: 1, index: 3n },
  commitment: toHex(commitmentOf(Uint8Array.from(Array.from({ length: 32 }, () => 0xab)), payload)),
  opening: { salt, payload },
}

it('a row fits its entry only if all that it says is what the entry commits to', () => {
  expect(compareWithEntry(row)).toBe('fits')
  const changes: Partial<OwnAuditRow>[] = [
    { seq: 9n },
    { at: new Date('2026-11-22T10:52:00.124Z') },
    { actor: 'another' },
    { by: 'platform', actor: null },
    { action: 'approval.decline' },
    { object: 'approval:8' },
    { detail: { amountCents: '1896251' } },
    { detail: {} },
    { commitment: '0'.repeat(64) },
    { opening: { salt: 'cd'.repeat(32), payload } },
    { opening: { salt, payload: payload.replace('1896250', '1') } },
  ]
  for (const change of changes)
    expect(compareWithEntry({ ...row, ...change }), JSON.stringify(Object.keys(change))).toBe(
      'differs',
    )
  expect(compareWithEntry({ ...row, opening: null })).toBe('closed')
  expect(compareWithEntry({ ...row, leaf: null })).toBe('unlogged')
  expect(compareWithEntry({ ...row, commitment: null })).toBe('unlogged')
})
