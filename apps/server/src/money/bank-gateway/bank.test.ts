import { beforeAll, describe, expect, it } from 'vitest'
import { runBank } from '../../../testing/fixtures/bank-account-fixtures.ts'
import { give, recordOutcomes, row, sideAt } from '../../../testing/fixtures/bank-fixtures.ts'
import { race } from '../../../testing/fixtures/deal-fixtures.ts'
import { useMarket } from '../../../testing/fixtures/use-market.ts'
import { system } from '../../platform/database/db.ts'
import { type Bank, type BankEvent, BankRefusal, type OutcomeType } from './port.ts'
import { applyEvents, receiveEvents } from './receive.ts'
import { cancelInstruction } from './service.ts'
import { submitInstruction } from './submit.ts'

const { market } = await useMarket({}, { bankDaySeconds: 86_400 })
let organization: string
beforeAll(async () => {
  organization = (await market.member('both')).organization.id
})

const DAY_MS = 86_400_000

async function transfersOf(key: string): Promise<number> {
  const { rows } = await market.platform.db.pool.query(
    'select from built_in_bank.transfers where key = $1',
    [key],
  )
  return rows.length
}

/** The bank, with something happening to the next call of `submit`. */
function disturbed(bank: Bank, submit: (real: Bank['submit']) => Bank['submit']): Bank {
  return { ...bank, submit: submit(bank.submit) }
}

const event = (key: string, type: OutcomeType, id: string = type): BankEvent => ({
  eventId: `${id}:${key}`,
  key,
  type,
  code: type === 'settled' ? null : 'R01',
  occurredAt: new Date(Date.now() - { settled: 2, failed: 2, returned: 1 }[type] * DAY_MS),
})

describe('an instruction', () => {
  it('goes to the bank once the transaction commits, and its account is forgotten', async () => {
    const { platform } = market
    const key = await give(platform, organization)
    const { account_sealed } = await row(platform, key)
    expect(account_sealed).toMatch(/^\d+\./)
    expect(account_sealed).not.toContain('12345')
    const side = sideAt(platform, recordOutcomes().onOutcome)
    await submitInstruction(side, key)
    expect(await row(platform, key)).toMatchObject({
      state: 'submitted',
      provider: 'built_in',
      provider_ref: (await side.bank.find(key))!.ref,
      account_sealed: null,
      attempts: 1,
    })
  })

  it('is not given where the transaction fails', async () => {
    const { platform } = market
    const count = async () =>
      (await platform.db.pool.query('select from bank_instructions')).rowCount
    const before = await count()
    const given = give(platform, organization, { amountCents: 0n })
    await expect(given).rejects.toThrow('check')
    expect(await count()).toBe(before)
  })

  it('can be canceled until it is handed over, and not after', async () => {
    const { platform } = market
    const { db } = platform
    const record = recordOutcomes()
    const cancel = (key: string) =>
      db.transaction(system, (tx) => cancelInstruction({ tx, now: new Date() }, key))
    const early = await give(platform, organization)
    expect(await cancel(early)).toBe(true)
    expect(await cancel(early)).toBe(false)
    expect(await row(platform, early)).toMatchObject({ state: 'canceled', account_sealed: null })
    const late = await give(platform, organization)
    await submitInstruction(sideAt(platform, record.onOutcome), late)
    expect(await cancel(late)).toBe(false)
    await runBank(market, { onOutcome: record.onOutcome })
    expect(await transfersOf(early)).toBe(0)
    expect(record.of(early)).toEqual([])
    expect(record.of(late)).toEqual(['settled'])
  })

  it('is either canceled or handed over, whatever comes at once', async () => {
    const { platform } = market
    const { db } = platform
    for (let round = 0; round < 8; round++) {
      const key = await give(platform, organization)
      const side = sideAt(platform, recordOutcomes().onOutcome)
      const [isCanceled] = await Promise.all([
        db.transaction(system, (tx) => cancelInstruction({ tx, now: new Date() }, key)),
        submitInstruction(side, key),
      ])
      expect(await transfersOf(key)).toBe(isCanceled ? 0 : 1)
      expect((await row(platform, key)).state).toBe(isCanceled ? 'canceled' : 'submitted')
    }
  })
})

describe('a crash', () => {
  it('before the call is mended by the next try', async () => {
    const { platform } = market
    const key = await give(platform, organization)
    const side = sideAt(platform, recordOutcomes().onOutcome)
    const bank = disturbed(side.bank, () => () => Promise.reject(new Error('crash')))
    await expect(submitInstruction({ ...side, bank }, key)).rejects.toThrow('crash')
    expect(await row(platform, key)).toMatchObject({ state: 'queued', attempts: 1 })
    await submitInstruction(side, key)
    expect(await row(platform, key)).toMatchObject({ state: 'submitted', attempts: 2 })
    expect(await transfersOf(key)).toBe(1)
  })

  it('between the call and its record is mended by asking the bank what it has', async () => {
    const { platform } = market
    const key = await give(platform, organization)
    const side = sideAt(platform, recordOutcomes().onOutcome)
    const bank = disturbed(side.bank, (submit) => async (instruction) => {
      await submit(instruction)
      throw new Error('crash')
    })
    await expect(submitInstruction({ ...side, bank }, key)).rejects.toThrow('crash')
    let calls = 0
    const counted = disturbed(side.bank, (submit) => (instruction) => {
      calls++
      return submit(instruction)
    })
    await submitInstruction({ ...side, bank: counted }, key)
    expect(calls).toBe(0)
    expect(await transfersOf(key)).toBe(1)
    expect(await row(platform, key)).toMatchObject({ state: 'submitted', account_sealed: null })
  })

  it('after the record changes nothing: the job done again is done', async () => {
    const { platform } = market
    const key = await give(platform, organization)
    const side = sideAt(platform, recordOutcomes().onOutcome)
    await submitInstruction(side, key)
    const before = await row(platform, key)
    await submitInstruction(side, key)
    expect(await row(platform, key)).toEqual(before)
    expect(await transfersOf(key)).toBe(1)
  })

  it('while an outcome is applied leaves both undone, and the next try does both', async () => {
    const { platform } = market
    const key = await give(platform, organization)
    const record = recordOutcomes()
    const side = sideAt(platform, record.onOutcome)
    await submitInstruction(side, key)
    await receiveEvents(platform, 'built_in', [event(key, 'settled')], new Date())
    const failing = { ...side, onOutcome: () => Promise.reject(new Error('crash')) }
    await expect(applyEvents(failing, key)).rejects.toThrow('crash')
    expect((await row(platform, key)).state).toBe('submitted')
    expect(await applyEvents(side, key)).toBe(true)
    expect((await row(platform, key)).state).toBe('settled')
    expect(record.of(key)).toEqual(['settled'])
  })

  it('between telling and noting that it was told tells it twice, and counts once', async () => {
    const { platform } = market
    const record = recordOutcomes()
    const key = await give(platform, organization)
    await runBank(market, { onOutcome: record.onOutcome })
    await platform.db.pool.query(
      `update built_in_bank.notices n set delivered_at = null from built_in_bank.transfers t
       where t.ref = n.ref and t.key = $1`,
      [key],
    )
    await runBank(market, { onOutcome: record.onOutcome })
    expect(record.of(key)).toEqual(['settled'])
  })
})

describe('a refusal', () => {
  it('fails the instruction at once, with its code', async () => {
    const { platform } = market
    const record = recordOutcomes()
    const key = await give(platform, organization)
    const side = sideAt(platform, record.onOutcome)
    const bank = disturbed(side.bank, () => () => Promise.reject(new BankRefusal('R13')))
    await submitInstruction({ ...side, bank }, key)
    await submitInstruction(side, key)
    expect(await row(platform, key)).toMatchObject({
      state: 'failed',
      failure_code: 'R13',
      account_sealed: null,
    })
    expect(record.of(key)).toEqual(['failed R13'])
    expect(await transfersOf(key)).toBe(0)
  })
})

describe('events', () => {
  const orders = <T>(items: T[]): T[][] =>
    items.length < 2
      ? [items]
      : items.flatMap((item, i) =>
          orders(items.filter((_, j) => j !== i)).map((rest) => [item, ...rest]),
        )

  it('in every order, one by one and each twice, come to the same end as in order', {
    tags: 'long',
  }, async () => {
    const { platform } = market
    const types: OutcomeType[] = ['settled', 'settled', 'returned', 'returned']
    for (const order of new Set(orders([0, 1, 2, 3]).map((places) => places.join('')))) {
      const record = recordOutcomes()
      const key = await give(platform, organization)
      const side = sideAt(platform, record.onOutcome)
      await submitInstruction(side, key)
      const told = [...order].map((place) =>
        event(key, types[Number(place)]!, `${types[Number(place)]}-${Number(place) % 2}`),
      )
      for (const one of told) {
        await receiveEvents(platform, 'built_in', [one, one], new Date())
        await applyEvents(side, key)
      }
      expect(record.of(key)).toEqual(['settled', 'returned R01'])
      expect(await row(platform, key)).toMatchObject({
        state: 'returned',
        failure_code: 'R01',
        settled_at: told.find(({ type }) => type === 'settled')!.occurredAt,
      })
    }
  })

  it('that overtake the answer to our request are applied, and the answer is still recorded', async () => {
    const { platform } = market
    const record = recordOutcomes()
    const key = await give(platform, organization)
    const side = sideAt(platform, record.onOutcome)
    const bank = disturbed(side.bank, (submit) => async (instruction) => {
      const answer = await submit(instruction)
      await receiveEvents(platform, 'built_in', [event(key, 'settled')], new Date())
      await applyEvents(side, key)
      return answer
    })
    await submitInstruction({ ...side, bank }, key)
    expect(await row(platform, key)).toMatchObject({
      state: 'settled',
      provider_ref: expect.stringMatching(/^tr_/),
      account_sealed: null,
    })
    expect(record.of(key)).toEqual(['settled'])
  })

  it('of a return whose settlement is lost wait a banking day, then count for both', async () => {
    const { platform } = market
    const record = recordOutcomes()
    const key = await give(platform, organization)
    const now = new Date()
    const side = sideAt(platform, record.onOutcome, now)
    await submitInstruction(side, key)
    await receiveEvents(platform, 'built_in', [event(key, 'returned')], now)
    expect(await applyEvents(side, key)).toBe(false)
    expect((await row(platform, key)).state).toBe('submitted')
    const later = sideAt(platform, record.onOutcome, new Date(now.getTime() + 5 * DAY_MS))
    expect(await applyEvents(later, key)).toBe(true)
    expect(record.of(key)).toEqual(['settled', 'returned R01'])
  })

  it('that contradict what was settled, or tell of what nobody gave, change nothing', async () => {
    const { platform } = market
    const record = recordOutcomes()
    const key = await give(platform, organization)
    const side = sideAt(platform, record.onOutcome)
    await submitInstruction(side, key)
    for (const type of ['settled', 'failed'] as const) {
      await receiveEvents(platform, 'built_in', [event(key, type)], new Date())
      await applyEvents(side, key)
    }
    expect((await row(platform, key)).state).toBe('settled')
    expect(record.of(key)).toEqual(['settled'])
    await receiveEvents(platform, 'built_in', [event('payment:nobody', 'settled')], new Date())
    expect(await applyEvents(side, 'payment:nobody')).toBe(true)
    expect(await applyEvents(side, 'payment:nobody')).toBe(false)
  })

  it('of another provider change nothing', async () => {
    const { platform } = market
    const record = recordOutcomes()
    const key = await give(platform, organization)
    const side = sideAt(platform, record.onOutcome)
    await submitInstruction(side, key)
    await receiveEvents(platform, 'stripe', [event(key, 'settled')], new Date())
    await applyEvents(side, key)
    expect((await row(platform, key)).state).toBe('submitted')
    expect(record.of(key)).toEqual([])
  })
})

describe('two workers at once', () => {
  it('hand an instruction over once', async () => {
    const { platform } = market
    const key = await give(platform, organization)
    const side = sideAt(platform, recordOutcomes().onOutcome)
    const { wins } = await race(8, () => submitInstruction(side, key))
    expect(wins).toBe(8)
    expect(await transfersOf(key)).toBe(1)
    expect((await row(platform, key)).state).toBe('submitted')
  })

  it('apply an event once, wherever it came from', async () => {
    const { platform } = market
    const record = recordOutcomes()
    const key = await give(platform, organization)
    const side = sideAt(platform, record.onOutcome)
    await submitInstruction(side, key)
    const { wins } = await race(8, async () => {
      await receiveEvents(platform, 'built_in', [event(key, 'settled')], new Date())
      await applyEvents(side, key)
    })
    expect(wins).toBe(8)
    expect(record.of(key)).toEqual(['settled'])
  })

  it('let a refusal or a settlement win, never both', async () => {
    const { platform } = market
    const record = recordOutcomes()
    const key = await give(platform, organization)
    const side = sideAt(platform, record.onOutcome)
    const refusing = disturbed(side.bank, () => () => Promise.reject(new BankRefusal('R13')))
    await receiveEvents(platform, 'built_in', [event(key, 'settled')], new Date())
    await Promise.all([submitInstruction({ ...side, bank: refusing }, key), applyEvents(side, key)])
    expect(record.of(key)).toHaveLength(1)
  })
})
