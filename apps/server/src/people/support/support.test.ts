import { randomUUID } from 'node:crypto'
import type { TicketStatus } from '@semblance/contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { agree, expectRefusal, expectRefusals } from '../../../testing/fixtures/deal-fixtures.ts'
import { type Api, openTestMarket, type Person } from '../../../testing/fixtures/market-fixtures.ts'
import { useMarket } from '../../../testing/fixtures/use-market.ts'
import { system } from '../../platform/database/db.ts'

const { market, client, vendor } = await useMarket({ client: 'client', vendor: 'vendor' })
let staff: Omit<Person, 'organization'>
beforeAll(async () => {
  staff = await market.staff()
})

const form = {
  name: 'Claire Novak',
  email: 'claire@halden.test',
  subject: 'Invoice address',
  priority: 'medium' as const,
  message: 'Where do I change it?',
}
/** Returns a new address each time, because mails to each are limited. */
const newAddress = () => `${randomUUID()}@elsewhere.test`
const open = (
  api: Api = client.api,
  overrides: Partial<Parameters<Api['support']['open']>[0]> = {},
) => api.support.open({ ...form, email: newAddress(), ...overrides })
const bodies = async (api: Api, ticketId: string) =>
  (await api.support.messages({ ticketId })).items.map(({ body }) => body)
const mailsTo = async (recipient: string) =>
  await market.platform.db.transaction(system, (tx) =>
    tx
      .selectFrom('app.mails')
      .selectAll()
      .where('recipient', '=', recipient)
      .orderBy('id')
      .execute(),
  )
const titlesOf = async ({ api }: Pick<Person, 'api'>) =>
  (await api.notifications.list({})).items.map(({ title }) => title)

describe('a ticket', () => {
  it('is listed for whoever opened it, with what was written', async () => {
    const ticket = await open()
    expect(ticket).toMatchObject({ status: 'open', contractId: null, priority: 'medium' })
    expect(ticket.id).toMatch(/^SUP-\d+$/)
    expect((await client.api.support.list({})).items[0]).toEqual(ticket)
    expect(await client.api.support.get({ ticketId: ticket.id })).toEqual(ticket)
    expect(await bodies(client.api, ticket.id)).toEqual([form.message])
  })

  it('is confirmed by mail, without the words that were typed; staff is told', async () => {
    const email = 'typed@elsewhere.test'
    const message = 'Click http://bad.test'
    const { id } = await open(client.api, { email, message, subject: message })
    const [mail] = await mailsTo(email)
    expect(mail!.subject).toBe(`We have received your message (${id})`)
    expect(mail!.text_body).toContain('within 24 hours on business days')
    expect(mail!.text_body + mail!.html_body).not.toContain('bad.test')
    expect(await titlesOf(staff)).toContain('New medium priority ticket')
    expect((await mailsTo(staff.email)).at(-1)!.text_body).toContain(`/admin/support?ticket=${id}`)
  })

  it("may name one of one's own contracts, in any case of letters, and nobody else's", async () => {
    const { contractId } = await agree(client, vendor)
    for (const { api } of [client, vendor])
      expect(await open(api, { contractId: ` ${contractId.toLowerCase()}` })).toMatchObject({
        contractId,
      })
    const stranger = await market.member('vendor')
    for (const api of [stranger.api, market.visitor])
      await expect(open(api, { contractId })).rejects.toMatchObject({
        code: 'bad_input',
        data: { field: 'contractId' },
      })
  })

  it.each([
    ['name', { name: ' ' }],
    ['email', { email: 'nobody' }],
    ['subject', { subject: '' }],
    ['subject', { subject: 'x'.repeat(201) }],
    ['priority', { priority: 'now' as 'low' }],
    ['message', { message: ' ' }],
    ['message', { message: 'x'.repeat(5001) }],
  ])('needs a valid %s and changes nothing without', async (field, wrong) => {
    const before = (await vendor.api.support.list({})).items
    await expect(open(vendor.api, wrong)).rejects.toMatchObject({
      code: 'bad_input',
      data: { field },
    })
    expect((await vendor.api.support.list({})).items).toEqual(before)
  })
})

describe('a visitor', () => {
  it('may write, and is answered by mail', async () => {
    const email = 'visitor@elsewhere.test'
    const { id } = await open(market.visitor, { email })
    expect(await staff.api.support.staff.get({ ticketId: id })).toMatchObject({
      isVisitor: true,
      organizationName: null,
    })
    await staff.api.support.staff.answer({ ticketId: id, message: 'In the <b>settings</b>.' })
    const mail = (await mailsTo(email)).at(-1)!
    expect(mail.subject).toBe(`${id}: ${form.subject}`)
    expect(mail.text_body).toContain('In the <b>settings</b>.')
    expect(mail.html_body).not.toContain('<b>settings')
    expect(mail.text_body).toContain(`name ${id}`)
  })

  it('cannot read any ticket', async () => {
    const { id: ticketId } = await open(market.visitor, { email: 'second@elsewhere.test' })
    await expectRefusal(market.visitor.support.list({}), 'sign_in_required')
    await expectRefusal(market.visitor.support.get({ ticketId }), 'sign_in_required')
    await expectRefusal(market.visitor.support.messages({ ticketId }), 'sign_in_required')
    await expectRefusal(
      market.visitor.support.followUp({ ticketId, message: 'More' }),
      'sign_in_required',
    )
  })

  it('is stopped after ten messages, and by mail address after three', {
    tags: 'long',
  }, async () => {
    const other = await openTestMarket()
    const write = (number: number) =>
      other.visitor.support.open({ ...form, email: `v${number}@elsewhere.test` })
    try {
      for (const _ of [1, 2, 3]) await write(0)
      await expectRefusal(write(0), 'too_many_requests')
      for (let number = 1; number <= 6; number++) await write(number)
      await expectRefusal(write(7), 'too_many_requests')
    } finally {
      await other.close()
    }
  })
})

describe('the conversation', () => {
  it('goes from open to answered, is closed, and opens when whoever asked writes again', async () => {
    const { id: ticketId } = await open(client.api, { email: client.email })
    const answered = await staff.api.support.staff.answer({ ticketId, message: 'In the settings.' })
    expect(answered).toMatchObject({ status: 'answered', isVisitor: false })
    expect((await mailsTo(client.email)).at(-1)!.text_body).toContain('In the settings.')
    expect(await titlesOf(client)).toContain('Support has answered')
    expect(await client.api.support.get({ ticketId })).toMatchObject({ status: 'answered' })

    expect(await staff.api.support.staff.close({ ticketId })).toMatchObject({ status: 'closed' })
    expect(await titlesOf(client)).toContain('Support has closed your ticket')
    const again = await client.api.support.followUp({ ticketId, message: 'Not there.' })
    expect(again.status).toBe('open')
    expect(await titlesOf(staff)).toContain(`${ticketId}: ${form.name} wrote again`)
    expect(await bodies(client.api, ticketId)).toEqual([
      'Not there.',
      'In the settings.',
      form.message,
    ])
  })

  it('names staff to staff only', async () => {
    await market.platform.db.transaction(system, (tx) =>
      tx
        .updateTable('profiles')
        .set({ first_name: 'Stella', last_name: 'Marsh' })
        .where('user_id', '=', staff.userId)
        .execute(),
    )
    const { id: ticketId } = await open()
    await staff.api.support.staff.answer({ ticketId, message: 'Yes.' })
    const authors = async (api: Api) =>
      (await api.support.messages({ ticketId })).items.map(({ authorName }) => authorName)
    expect(await authors(client.api)).toEqual(['Semblance Support', form.name])
    expect(await authors(staff.api)).toEqual(['Stella Marsh', form.name])
  })

  it('refuses to answer or close what is closed, and changes nothing', async () => {
    const { id: ticketId } = await open()
    await staff.api.support.staff.close({ ticketId })
    const { answer, close } = staff.api.support.staff
    await expectRefusal(answer({ ticketId, message: 'Late' }), 'ticket_closed')
    await expectRefusal(close({ ticketId }), 'ticket_closed')
    expect(await bodies(client.api, ticketId)).toEqual([form.message])
  })

  it("cannot be read or continued by anybody else, even of one's own organization", async () => {
    const { id: ticketId } = await open()
    const colleague = await market.colleague(client, 'administrator')
    for (const { api } of [vendor, colleague]) {
      await expectRefusal(api.support.get({ ticketId }), 'not_found')
      await expectRefusal(api.support.messages({ ticketId }), 'not_found')
      await expectRefusal(api.support.followUp({ ticketId, message: 'Hello' }), 'not_found')
      expect((await api.support.list({})).items.map(({ id }) => id)).not.toContain(ticketId)
    }
    await expectRefusal(staff.api.support.get({ ticketId }), 'not_found')
    await expectRefusal(staff.api.support.followUp({ ticketId, message: 'X' }), 'not_found')
  })

  it('comes page by page, as does the list of tickets', async () => {
    const asker = await market.member('client')
    const ids: string[] = []
    for (const subject of ['One', 'Two', 'Three']) ids.push((await open(asker.api, { subject })).id)
    await asker.api.support.followUp({ ticketId: ids[0]!, message: 'Second' })
    const first = await asker.api.support.list({ limit: 2 })
    const second = await asker.api.support.list({ limit: 2, cursor: first.nextCursor! })
    const listed = [...first.items, ...second.items].map(({ id }) => id)
    expect(listed).toEqual([ids[0], ids[2], ids[1]])
    const page = await asker.api.support.messages({ ticketId: ids[0]!, limit: 1 })
    expect(page.items.map(({ body }) => body)).toEqual(['Second'])
    const older = await asker.api.support.messages({ ticketId: ids[0]!, cursor: page.nextCursor! })
    expect(older.items.map(({ body }) => body)).toEqual([form.message])
  })
})

describe("the staff's queue", () => {
  it('holds each status apart: the most urgent first, then what waits longest, page by page', {
    tags: 'long',
  }, async () => {
    const other = await openTestMarket()
    try {
      const desk = (await other.staff()).api.support.staff
      const { api } = await other.member('client')
      const ids: string[] = []
      for (const priority of ['low', 'urgent', 'medium', 'high', 'urgent'] as const)
        ids.push((await open(api, { priority })).id)
      const walk = async (status: TicketStatus) => {
        const seen: string[] = []
        let cursor: string | undefined
        do {
          const page = await desk.queue({ status, limit: 2, cursor })
          seen.push(...page.items.map(({ id }) => id))
          cursor = page.nextCursor ?? undefined
        } while (cursor)
        return seen
      }
      expect(await walk('open')).toEqual([ids[1], ids[4], ids[3], ids[2], ids[0]])
      await desk.answer({ ticketId: ids[0]!, message: 'Done' })
      for (const index of [1, 2, 3]) await desk.close({ ticketId: ids[index]! })
      expect(await walk('open')).toEqual([ids[4]])
      expect(await walk('answered')).toEqual([ids[0]])
      expect(await walk('closed')).toEqual([ids[3], ids[2], ids[1]])
    } finally {
      await other.close()
    }
  })

  it('is closed to everybody else', async () => {
    const { id: ticketId } = await open()
    const tries = ({ support: { staff: desk } }: Api) => [
      desk.queue({}),
      desk.get({ ticketId }),
      desk.answer({ ticketId, message: 'X' }),
      desk.close({ ticketId }),
      desk.team({}),
      desk.assign({ ticketId, staffId: client.userId }),
    ]
    await expectRefusals(tries(client.api), 'not_permitted')
    await expectRefusals(tries(market.visitor), 'sign_in_required')
    expect(await client.api.support.get({ ticketId })).toMatchObject({ status: 'open' })
  })

  it('is told who sees to a ticket: oneself, somebody else of the staff, or nobody', {
    tags: 'long',
  }, async () => {
    const second = await market.staff()
    const { assign, team, get } = staff.api.support.staff
    const { id: ticketId } = await open()
    const ofSecond = async (whose: 'all' | 'mine') =>
      (await second.api.support.staff.queue({ whose, limit: 100 })).items.map(({ id }) => id)
    expect(await get({ ticketId })).toMatchObject({ assignee: null })
    expect((await team({})).items.map(({ id }) => id)).toEqual(
      expect.arrayContaining([staff.userId, second.userId]),
    )
    expect((await team({})).items.map(({ id }) => id)).not.toContain(client.userId)
    const before = await client.api.support.get({ ticketId })

    await assign({ ticketId, staffId: staff.userId })
    expect(await titlesOf(staff)).not.toContain('A ticket was given to you')
    expect(await ofSecond('mine')).toEqual([])
    const given = await assign({ ticketId, staffId: second.userId })
    expect(given.assignee).toEqual({ id: second.userId, name: expect.any(String) })
    expect(await titlesOf(second)).toContain('A ticket was given to you')
    expect(await ofSecond('mine')).toEqual([ticketId])
    expect(await ofSecond('all')).toContain(ticketId)
    expect(await client.api.support.get({ ticketId })).toEqual(before) // the member is not notified

    await staff.api.support.staff.close({ ticketId })
    await expectRefusal(assign({ ticketId, staffId: null }), 'ticket_closed')
    const closed = await second.api.support.staff.queue({ whose: 'mine', status: 'closed' })
    expect(closed.items.map(({ id }) => id)).toEqual([ticketId])
    await client.api.support.followUp({ ticketId, message: 'Again' })
    expect(await assign({ ticketId, staffId: null })).toMatchObject({ assignee: null })
    expect(await ofSecond('mine')).toEqual([])
    await expectRefusal(assign({ ticketId, staffId: client.userId }), 'bad_input')
  })

  it('finds nothing under an ID of nobody', async () => {
    await expectRefusal(staff.api.support.staff.get({ ticketId: 'SUP-1' }), 'not_found')
    await expectRefusal(staff.api.support.staff.close({ ticketId: 'SUP-1' }), 'not_found')
  })
})

it('the ticket of a deleted account stays with staff, without a name or address', async () => {
  const leaver = await market.member('client')
  const { id: ticketId } = await open(leaver.api, { email: leaver.email })
  await leaver.api.settings.deleteAccount({ email: leaver.email })
  expect(await staff.api.support.staff.get({ ticketId })).toMatchObject({
    name: 'Deleted account',
    email: '',
    isVisitor: true,
  })
  await staff.api.support.staff.answer({ ticketId, message: 'Anybody there?' })
  expect(await mailsTo('')).toEqual([])
})
