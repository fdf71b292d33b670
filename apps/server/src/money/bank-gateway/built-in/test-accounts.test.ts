import { readFileSync } from 'node:fs'
import { accountProblems } from '@semblance/contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { runBank } from '../../../../testing/fixtures/bank-account-fixtures.ts'
import {
  accountEnding,
  give,
  recordOutcomes,
  row,
  sideAt,
} from '../../../../testing/fixtures/bank-fixtures.ts'
import { useMarket } from '../../../../testing/fixtures/use-market.ts'
import { casesOf } from '../../../../testing/test-length.ts'
import { system } from '../../../platform/database/db.ts'
import { BankRefusal, type Instruction } from '../port.ts'
import { stories } from './test-accounts.ts'

const { market } = await useMarket({}, { bankDaySeconds: 86_400 })
let organization: string
beforeAll(async () => {
  organization = (await market.member('both')).organization.id
})

const order = (
  key: string,
  { kind = 'debit', ending = '6789' }: { kind?: 'debit' | 'credit'; ending?: string } = {},
): Instruction => ({
  key,
  kind,
  organization,
  amountCents: 100n,
  account: accountEnding(ending),
  refundOf: null,
  description: '',
})

/** Lists the expected notices of a debit, of a payout, and of a refund of the debit. */
const expected: Record<string, [debit: string, credit: string, refund: string | null]> = {
  6789: ['settled', 'settled', 'settled'],
  9001: ['failed R01', 'settled', null],
  9002: ['failed R02', 'failed R02', null],
  9003: ['failed R03', 'failed R03', null],
  9004: ['failed R04', 'failed R04', null],
  9005: ['settled, returned R05', 'settled', 'settled'],
  9007: ['settled, returned R07', 'settled', 'settled'],
  9008: ['failed R08', 'settled', null],
  9009: ['failed R09', 'settled', null],
  9010: ['settled, returned R10', 'settled', 'settled'],
  9011: ['settled, returned R11', 'settled', 'settled'],
  9016: ['failed R16', 'failed R16', null],
  9029: ['failed R29', 'settled', null],
  9113: ['failed R13', 'failed R13', null],
  9200: ['settled', 'settled', 'settled'],
  9300: ['settled', 'settled', 'settled'],
  9301: ['settled', 'settled', 'settled'],
  9302: ['settled, returned R10', 'settled', 'settled'],
  9402: ['settled', 'failed R02', 'failed R02'],
  9416: ['settled', 'failed R16', 'failed R16'],
  9502: ['settled', 'settled, returned R02', 'settled, returned R02'],
}

describe('the last digits of an account decide what becomes of its transfers', () => {
  const usual = ['6789', '9001', '9005', '9502']
  const others = Object.keys(expected).filter((ending) => !usual.includes(ending))
  it.each(casesOf(usual, others).map((ending) => [ending, ...expected[ending]!] as const))(
    '%s',
    { tags: 'scaled' },
    async (ending, debit, credit, refund) => {
      const { platform } = market
      const record = recordOutcomes()
      const keys = {
        debit: await give(platform, organization, { ending }),
        credit: await give(platform, organization, { ending, kind: 'credit' }),
      }
      await runBank(market, { onOutcome: record.onOutcome })
      expect(record.of(keys.debit).join(', ')).toBe(debit)
      expect(record.of(keys.credit).join(', ')).toBe(credit)
      expect((await row(platform, keys.debit)).state).toBe(debit.match(/(\w+)( \w\d\d)?$/)![1])
      if (refund) {
        const key = await give(platform, organization, { kind: 'refund', refundOf: keys.debit })
        await runBank(market, { onOutcome: record.onOutcome })
        expect(record.of(key).join(', ')).toBe(refund)
      }
    },
  )

  it('each has been tried here, and stands in the testers’ table', () => {
    expect(Object.keys(stories).filter((ending) => !(ending in expected))).toEqual([])
    const docs = readFileSync(new URL('../../../../../../docs/bank.md', import.meta.url), 'utf8')
    for (const [ending, { meaning }] of Object.entries(stories))
      expect(docs).toMatch(new RegExp(`\\| \`${ending}\` +\\| ${meaning} +\\|`))
    const ibans = [...docs.matchAll(/^\| `(DE\d{20})` \| (.+?) +\|$/gm)]
    expect(ibans.length).toBeGreaterThan(5)
    for (const [, iban = '', payouts] of ibans) {
      const numbers = { accountKind: 'iban', accountNumber: iban, routingNumber: '' } as const
      expect(accountProblems({ ...numbers, bic: 'COBADEFFXXX' })).toEqual([])
      const row = new RegExp(`^\\| \`${iban.slice(-4)}\`.*\\| ${payouts} +\\|$`, 'm')
      if (iban.slice(-4) in stories) expect(docs).toMatch(row)
    }
  })
})

it('banking days pass: two until a debit settles, one for money out, five until a late return', async () => {
  const { platform } = market
  const monday = new Date('2026-03-02T16:00:00Z')
  const { bank } = sideAt(platform, recordOutcomes().onOutcome, monday)
  const days = async (kind: 'debit' | 'credit', ending: string) => {
    const { ref } = await bank.submit(order(`${kind}:of-monday-${ending}`, { kind, ending }))
    const { settles_at, returns_at } = await platform.db.transaction(system, (tx) =>
      tx
        .selectFrom('built_in_bank.transfers')
        .select(['settles_at', 'returns_at'])
        .where('ref', '=', ref)
        .executeTakeFirstOrThrow(),
    )
    return [settles_at, returns_at].map((at) => at?.toISOString().slice(5, 10))
  }
  expect(await days('debit', '6789')).toEqual(['03-04', undefined])
  expect(await days('credit', '6789')).toEqual(['03-03', undefined])
  expect(await days('debit', '9010')).toEqual(['03-04', '03-11'])
  expect(await days('credit', '9502')).toEqual(['03-03', '03-05'])
})

it('the bank keeps no account number but its last digits', async () => {
  const key = await give(market.platform, organization)
  await runBank(market, { upTo: 'submitted', onOutcome: recordOutcomes().onOutcome })
  const { rows } = await market.platform.db.pool.query(
    `select * from built_in_bank.transfers where key = $1`,
    [key],
  )
  expect(rows[0]).toMatchObject({ account_ending: '6789' })
  expect(JSON.stringify(rows)).not.toContain('000123456789')
})

it('under one key it takes one transfer, however often and by however many it is asked at once', async () => {
  const { platform } = market
  const { bank } = sideAt(platform, recordOutcomes().onOutcome)
  const instruction = order('payment:asked-often')
  const answers = await Promise.all(Array.from({ length: 8 }, () => bank.submit(instruction)))
  expect(new Set(answers.map(({ ref }) => ref)).size).toBe(1)
  expect(await bank.find(instruction.key)).toEqual(answers[0])
  await expect(bank.submit({ ...instruction, amountCents: 101n })).rejects.toThrow('another')
  expect(await bank.find('payment:unheard-of')).toBeNull()
})

it('a refusal leaves nothing behind', async () => {
  const { bank } = sideAt(market.platform, recordOutcomes().onOutcome)
  const refusal = bank.submit(order('payment:refused', { ending: '9113' }))
  await expect(refusal).rejects.toThrow(BankRefusal)
  expect(await bank.find('payment:refused')).toBeNull()
})
