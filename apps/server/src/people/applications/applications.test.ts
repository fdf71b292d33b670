import { describe, expect, it } from 'vitest'
import { useMarket } from '../../../testing/fixtures/use-market.ts'
import { system } from '../../platform/database/db.ts'

const { market } = await useMarket({})

const row: Record<string, string | null> & { business_name: string } = {
  business_name: 'Halden Retail Group',
  business_website: null,
  business_email: 'office@halden.test',
  contact_person: 'Amara Okafor',
  contact_phone: null,
  registration_number: null,
  business_address: '1 Harbor Road',
  city: 'Oslo',
  country: 'other',
  industry: 'retail',
  business_description: 'Shops.',
  status: 'pending',
}

async function apply(overrides: Partial<typeof row> = {}): Promise<string> {
  const { error } = await market.supabase
    .from('business_applications')
    .insert({ ...row, ...overrides })
  expect(error).toBeNull()
  const newest = await market.platform.db.transaction(system, (tx) =>
    tx
      .selectFrom('business_applications')
      .select('id')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow(),
  )
  return newest.id
}

const mailsTo = (address: string) =>
  market.platform.db.transaction(system, (tx) =>
    tx.selectFrom('app.mails').selectAll().where('recipient', '=', address).execute(),
  )

describe('a business application', () => {
  it('is inserted by a visitor and waits for staff', async () => {
    const id = await apply()
    const { api } = await market.staff()
    const { items } = await api.applications.list({ status: 'pending', limit: 20 })
    expect(items.find((item) => item.id === id)).toMatchObject({
      businessName: row.business_name,
      status: 'pending',
    })
  })

  it('says what the business wants to do, or leaves it open; nothing else is taken for it', async () => {
    const { api } = await market.staff()
    const [both, open] = [await apply({ intent: 'both' }), await apply()]
    expect(await api.applications.get({ id: both })).toMatchObject({ intent: 'both' })
    expect(await api.applications.get({ id: open })).toMatchObject({ intent: null })
    const { error } = await market.supabase
      .from('business_applications')
      .insert({ ...row, intent: 'steal' })
    expect(error).not.toBeNull()
  })

  it('becomes an organization with an ID when approved, and the business gets the ID by mail', async () => {
    const id = await apply({ business_email: 'approved@halden.test' })
    const { api } = await market.staff()
    const approved = await api.applications.approve({ id, roles: ['client'] })
    expect(approved.status).toBe('approved')
    expect(approved.organizationId).toMatch(/^ORG-[0-9]{5}-[A-Z]{5}$/)
    const [mail] = await mailsTo('approved@halden.test')
    expect(mail?.text_body).toContain(approved.organizationId!)
  })

  it('is declined with a reason that reaches the business', async () => {
    const id = await apply({ business_email: 'declined@halden.test' })
    const { api } = await market.staff()
    const declined = await api.applications.decline({ id, reason: 'No such register entry' })
    expect(declined).toMatchObject({
      status: 'declined',
      decisionReason: 'No such register entry',
      organizationId: null,
    })
    const [mail] = await mailsTo('declined@halden.test')
    expect(mail?.text_body).toContain('No such register entry')
  })

  it('is decided once: a second decision changes nothing and says so', async () => {
    const id = await apply()
    const { api } = await market.staff()
    const first = await api.applications.approve({ id, roles: ['vendor'] })
    await expect(api.applications.approve({ id, roles: ['client'] })).rejects.toMatchObject({
      code: 'application_decided',
    })
    await expect(api.applications.decline({ id, reason: 'late' })).rejects.toMatchObject({
      code: 'application_decided',
    })
    const { items } = await api.applications.list({ status: 'approved', limit: 1 })
    expect(items[0]).toMatchObject({ id, organizationId: first.organizationId })
  })

  it('once decided is kept in the history: by whom, when and why', async () => {
    const [approved, declined] = [await apply(), await apply()]
    const { api } = await market.staff()
    await api.settings.updateProfile({ fullName: 'Stella Marsh', jobTitle: null, phone: null })
    await api.applications.approve({ id: approved, roles: ['client'] })
    await api.applications.decline({ id: declined, reason: 'No such register entry' })
    const first = await api.applications.history({ limit: 1 })
    const second = await api.applications.history({ limit: 1, cursor: first.nextCursor! })
    expect([first.items[0], second.items[0]]).toMatchObject([
      { id: declined, status: 'declined', decidedBy: 'Stella Marsh', decidedAt: expect.any(Date) },
      { id: approved, status: 'approved', decidedBy: 'Stella Marsh' },
    ])
    expect(await api.applications.get({ id: declined })).toEqual(first.items[0])
  })

  it('is approved for a role at least', async () => {
    const id = await apply()
    const { api } = await market.staff()
    await expect(api.applications.approve({ id, roles: [] })).rejects.toMatchObject({
      code: 'bad_input',
      data: { field: 'roles' },
    })
  })

  it('comes a page at a time', async () => {
    for (let made = 0; made < 3; made++) await apply()
    const { api } = await market.staff()
    const first = await api.applications.list({ status: 'pending', limit: 2 })
    const second = await api.applications.list({
      status: 'pending',
      limit: 2,
      cursor: first.nextCursor!,
    })
    const due = [...first.items, ...second.items].map((item) => item.dueAt.getTime())
    expect(due).toEqual([...due].sort((a, b) => a - b))
    expect(new Set([...first.items, ...second.items].map(({ id }) => id)).size).toBe(4)
  })

  it('is due five business days later, and says who has applied like it before', async () => {
    const email = 'twice@halden.test'
    await apply({ business_email: email })
    const id = await apply({ business_email: email.toUpperCase() })
    const { api } = await market.staff()
    const { dueAt, createdAt, seenBefore } = await api.applications.get({ id })
    const days = (dueAt.getTime() - createdAt.getTime()) / 86_400_000
    expect([6, 7]).toContain(Math.round(days))
    expect([0, 6]).not.toContain(dueAt.getUTCDay())
    expect(seenBefore.applications).toBe(1)
  })
})

describe('a question to an applicant', () => {
  const tokenIn = (text: string) => /application-question#([\w-]+)/.exec(text)![1]!
  async function asked(email: string) {
    const id = await apply({ business_email: email })
    const { api } = await market.staff()
    const { dueAt } = await api.applications.get({ id })
    const waiting = await api.applications.ask({ id, question: 'Who may sign?' })
    const [mail] = await mailsTo(email)
    return { id, api, dueAt, waiting, token: tokenIn(mail!.text_body) }
  }

  it('goes by mail, stops the clock, and is answered by its link once', async () => {
    const { id, api, dueAt, waiting, token } = await asked('asked@halden.test')
    expect(waiting).toMatchObject({ status: 'waiting', waitingSince: expect.any(Date) })
    await market.platform.db.pool.query(
      `update business_applications set waiting_since = waiting_since - interval '3 days' where id = $1`,
      [id],
    )
    const { question } = await market.visitor.applications.question({ token })
    expect(question).toBe('Who may sign?')
    await market.visitor.applications.answer({ token, answer: 'Our director, Amara Okafor.' })
    const answered = await api.applications.get({ id })
    expect(answered).toMatchObject({
      status: 'pending',
      waitingSince: null,
      questions: [{ question: 'Who may sign?', answer: 'Our director, Amara Okafor.' }],
    })
    const stoodStill = answered.dueAt.getTime() - dueAt.getTime()
    expect(Math.round(stoodStill / 86_400_000)).toBe(3)
    for (const refused of [
      market.visitor.applications.answer({ token, answer: 'Again' }),
      market.visitor.applications.question({ token }),
    ])
      await expect(refused).rejects.toMatchObject({ code: 'question_closed' })
  })

  it('is replaced by a second one, whose link alone answers', async () => {
    const { id, api, token } = await asked('again@halden.test')
    await api.applications.ask({ id, question: 'And since when?' })
    const mails = await mailsTo('again@halden.test')
    const newest = mails.map(({ text_body }) => tokenIn(text_body)).find((one) => one !== token)!
    await expect(
      market.visitor.applications.answer({ token, answer: 'Old' }),
    ).rejects.toMatchObject({ code: 'question_closed' })
    await market.visitor.applications.answer({ token: newest, answer: 'Since May' })
    expect((await api.applications.get({ id })).questions.map(({ answer }) => answer)).toEqual([
      null,
      'Since May',
    ])
  })

  it('is over with the decision: its link answers no more, and nobody asks again', async () => {
    const { id, api, token } = await asked('over@halden.test')
    expect(await api.applications.decline({ id, reason: 'No answer' })).toMatchObject({
      status: 'declined',
      waitingSince: null,
    })
    await expect(
      market.visitor.applications.answer({ token, answer: 'Late' }),
    ).rejects.toMatchObject({ code: 'question_closed' })
    await expect(api.applications.ask({ id, question: 'Still?' })).rejects.toMatchObject({
      code: 'application_decided',
    })
  })

  it('has notes beside it that staff write for each other', async () => {
    const id = await apply()
    const { api } = await market.staff()
    const { notes } = await api.applications.note({ id, note: 'The phone answers.' })
    expect(notes).toMatchObject([{ note: 'The phone answers.', writtenAt: expect.any(Date) }])
    const { api: member } = await market.member('client')
    await expect(member.applications.note({ id, note: 'mine' })).rejects.toMatchObject({
      code: 'not_permitted',
    })
  })

  it('tells open pages of staff that the queue has changed, and nobody else', async () => {
    const { userId } = await market.staff()
    await asked('told@halden.test')
    const { rows } = await market.platform.db.pool.query<{ user_id: string; staff: boolean }>(
      `select user_id, exists (select from user_roles r where r.user_id = e.user_id and r.role = 'super_admin') as staff
       from app.events e where topic = 'staff.changed'`,
    )
    expect(rows.some((row) => row.user_id === userId)).toBe(true)
    expect(rows.every(({ staff }) => staff)).toBe(true)
  })
})

describe('applications cannot', () => {
  it('be read by a visitor or a member', async () => {
    const { api } = await market.member('client')
    await expect(market.visitor.applications.list({ limit: 20 })).rejects.toMatchObject({
      code: 'sign_in_required',
    })
    await expect(api.applications.list({ limit: 20 })).rejects.toMatchObject({
      code: 'not_permitted',
    })
  })

  it('be decided by a visitor or a member', async () => {
    const id = await apply()
    const { api } = await market.member('client')
    await expect(api.applications.approve({ id, roles: ['client'] })).rejects.toMatchObject({
      code: 'not_permitted',
    })
    await expect(api.applications.decline({ id, reason: 'mine' })).rejects.toMatchObject({
      code: 'not_permitted',
    })
    await expect(api.applications.ask({ id, question: 'mine' })).rejects.toMatchObject({
      code: 'not_permitted',
    })
    await expect(
      market.visitor.applications.approve({ id, roles: ['client'] }),
    ).rejects.toMatchObject({
      code: 'sign_in_required',
    })
  })

  it('be inserted as approved already', async () => {
    const { error } = await market.supabase
      .from('business_applications')
      .insert({ ...row, status: 'approved' })
    expect(error).toMatchObject({ code: '42501' })
    const { api } = await market.staff()
    const { items } = await api.applications.list({ status: 'approved', limit: 100 })
    expect(items.every((item) => item.organizationId !== null)).toBe(true)
  })
})
