/** Tests that what ends a caller's rights through one server ends them on another at the next request. */
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestDatabase } from '../../../testing/database.ts'
import {
  type Market,
  openTestMarket,
  type Person,
} from '../../../testing/fixtures/market-fixtures.ts'

let market: Market
let other: Market
beforeAll(async () => {
  const state = { db: await openTestDatabase(), secret: randomBytes(32) }
  market = await openTestMarket({}, state)
  other = await openTestMarket({}, state)
})
afterAll(async () => {
  await other.app.close()
  await market.close()
})

/** Reads and changes through the other server, as the person who has just been let in there. */
async function settled(person: Pick<Person, 'token'>) {
  const there = other.apiFor(person.token)
  const read = () => there.dprs.list({ tab: 'active', limit: 5 })
  const change = () => there.dprs.saveDraft({ content: { title: 'Written elsewhere' } })
  await read()
  await change()
  return [read, change]
}

const refused = async (calls: (() => Promise<unknown>)[], code: string) => {
  for (const call of calls) await expect(call()).rejects.toMatchObject({ code })
}

describe('another server refuses, at its next request,', () => {
  it('a session that was signed out', async () => {
    const person = await market.member('client')
    const calls = await settled(person)
    const headers = { authorization: `Bearer ${person.token}` }
    const answer = await market.fetch('/auth/v1/logout', { method: 'POST', headers })
    expect(answer.status).toBe(204)
    await refused(calls, 'session_ended')
  })

  it('a session that staff ended', async () => {
    const person = await market.member('client')
    const calls = await settled(person)
    await (await market.staff()).api.admin.users.endSessions({ id: person.userId })
    await refused(calls, 'session_ended')
  })

  it('a deactivated member', async () => {
    const person = await market.member('client')
    const administrator = await market.colleague(person, 'administrator')
    const calls = await settled(person)
    await administrator.api.organizations.deactivateMember({ id: person.userId })
    await refused(calls, 'session_ended')
  })

  it('what an administrator may no longer do', async () => {
    const first = await market.colleague(await market.member('client'), 'administrator')
    const second = await market.colleague(first, 'administrator')
    const { organizations } = other.apiFor(second.token)
    const list = () => organizations.listInvitations({ limit: 5 })
    await list()
    await first.api.organizations.setMemberAdmin({ id: second.userId, isAdmin: false })
    await refused([list], 'not_permitted')
  })

  it('the members of a suspended organization', async () => {
    const person = await market.member('client')
    const calls = await settled(person)
    const { organizations } = (await market.staff()).api.admin
    await organizations.suspend({ id: person.organization.id, reason: 'Unpaid' })
    await refused(calls, 'session_ended')
  })
})
