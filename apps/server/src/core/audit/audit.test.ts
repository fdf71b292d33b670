import type { ErrorCode } from '@semblance/contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { expectRefusals } from '../../../testing/fixtures/deal-fixtures.ts'
import type { Api, Person } from '../../../testing/fixtures/market-fixtures.ts'
import { useMarket } from '../../../testing/fixtures/use-market.ts'
import { system } from '../../platform/database/db.ts'
import { audit } from '../../platform/security/audit.ts'

const { market } = await useMarket({})
let staff: Omit<Person, 'organization'>
let client: Person
beforeAll(async () => {
  staff = await market.staff()
  client = await market.member('client')
  await market.platform.db.transaction(system, async (tx) => {
    const by = { userId: client.userId }
    for (let n = 1; n <= 5; n++)
      await audit(tx, { actor: by, action: 'banking.save', object: `organization:A${n}` })
    await audit(tx, { actor: 'system', action: 'bank_account.reveal', object: 'organization:A1' })
  })
})

const list = (filter: Partial<Parameters<Api['audit']['list']>[0]>) =>
  staff.api.audit.list({ limit: 20, ...filter })
const objects = async (filter: Parameters<typeof list>[0]) =>
  (await list(filter)).items.map(({ object }) => object)

describe('the audit log', () => {
  it('is found by person, action and object', async () => {
    const [newest] = (await list({ actor: client.email })).items
    expect(newest).toMatchObject({ actorEmail: client.email, action: 'banking.save' })
    expect(await objects({ actor: client.userId })).toHaveLength(5)
    expect(await objects({ actor: 'platform' })).toEqual(['organization:A1'])
    expect(await objects({ action: 'banking.save', object: 'a3' })).toEqual(['organization:A3'])
    expect(await objects({ object: '%' })).toEqual([])
    expect(await objects({ actor: 'nobody' })).toEqual([])
  })

  it('is found by the days on which it was written', async () => {
    const today = new Date().toISOString().slice(0, 10)
    expect(await objects({ from: today, to: today })).toHaveLength(6)
    expect(await objects({ from: '2099-01-01' })).toEqual([])
    expect(await objects({ to: '2020-01-01' })).toEqual([])
  })

  it('is read page by page, newest first', async () => {
    const first = await list({ limit: 4 })
    const second = await list({ limit: 4, cursor: first.nextCursor! })
    expect([...first.items, ...second.items].map(({ seq }) => seq)).toEqual([
      6n,
      5n,
      4n,
      3n,
      2n,
      1n,
    ])
    expect(second.nextCursor).toBeNull()
    await expectRefusals(
      [list({ cursor: 'x' }), list({ from: '2026-02-31' }), list({ action: 'none' as never })],
      'bad_input',
    )
  })

  it('has a leaf of the transparency log for each row', async () => {
    const [waiting] = (await list({ limit: 1 })).items
    expect(waiting!.commitment).toMatch(/^[\da-f]{64}$/)
    await market.app.jobs['transparency.integrate']!({}, {} as never)
    const { items } = await list({})
    // The first leaf opens the log.
    expect(items.map(({ leaf }) => leaf)).toEqual(
      [6n, 5n, 4n, 3n, 2n, 1n].map((index) => ({ log: 1, index })),
    )
    const entries = await market.fetch('/log/tile/entries/000.p/7')
    const newest = Buffer.from(await entries.arrayBuffer()).subarray(-32)
    expect(items[0]!.commitment).toBe(newest.toString('hex'))
  })

  it('cannot be read by anybody but staff', async () => {
    const refusals: [Api, ErrorCode][] = [
      [market.visitor, 'sign_in_required'],
      [(await market.stranger()).api, 'not_permitted'],
      [client.api, 'not_permitted'],
      [(await market.member('vendor')).api, 'not_permitted'],
      [(await market.colleague(client, 'administrator')).api, 'not_permitted'],
    ]
    for (const [api, code] of refusals) await expectRefusals([api.audit.list({ limit: 5 })], code)
  })
})
