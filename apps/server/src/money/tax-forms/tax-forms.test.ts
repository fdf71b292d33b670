import { beforeAll, describe, expect, it, vi } from 'vitest'
import { expectRefusal } from '../../../testing/fixtures/deal-fixtures.ts'
import type { Person } from '../../../testing/fixtures/market-fixtures.ts'
import { useMarket } from '../../../testing/fixtures/use-market.ts'
import { patienceMs } from '../../../testing/patience.ts'
import { remindOfEnds } from './service.ts'

const { market, vendor, rival } = await useMarket({ vendor: 'vendor', rival: 'vendor' })
let admin: Person
let staff: Awaited<ReturnType<typeof market.staff>>
beforeAll(async () => {
  admin = await market.colleague(vendor, 'administrator')
  staff = await market.staff()
})

const sql = async (text: string, values: unknown[] = []) =>
  (await market.platform.db.pool.query(text, values)).rows

const today = new Date().toISOString().slice(0, 10)
const year = Number(today.slice(0, 4))

type Sent = { by?: Pick<Person, 'token'> | null; query?: Record<string, string>; body?: string }
async function send({ by = admin, query = {}, body = '%PDF-1.7 form' }: Sent = {}) {
  const stated = { fileName: 'w8.pdf', kind: 'w8ben_e', signedOn: today, ...query }
  const answer = await market.fetch(`/api/tax-forms?${new URLSearchParams(stated)}`, {
    method: 'POST',
    headers: by ? { authorization: `Bearer ${by.token}` } : {},
    body,
  })
  return [answer.status, ((await answer.json()) as { code?: string }).code]
}
const newest = async () => {
  const { forms, status } = await vendor.api.taxForms.get()
  const [form] = forms
  if (!form) throw new Error('There is no form.')
  return { id: form.id, forms, status }
}

describe('a tax form', () => {
  it('comes from who sees to money, for the own organization, and is opened by these and by staff', async () => {
    expect(await vendor.api.taxForms.get()).toEqual({ status: 'missing', forms: [] })
    expect(await send({ by: null })).toEqual([401, 'sign_in_required'])
    expect(await send({ by: vendor })).toEqual([403, 'role_missing'])
    expect((await send({ by: staff }))[0]).toBe(403)
    const url = 'https://programs.example/hooks'
    await admin.api.webhooks.create({ url, types: ['audit.recorded'] })
    expect(await send()).toEqual([201, undefined])
    const posted = await sql('select body from app.webhook_deliveries order by id')
    expect(posted.map(({ body }) => JSON.parse(body).data.action)).toContain('tax_form.upload')
    const { id, forms, status } = await newest()
    expect(status).toBe('waiting')
    expect(forms).toMatchObject([{ kind: 'w8ben_e', lastDay: `${year + 3}-12-31` }])
    expect(await rival.api.taxForms.get()).toEqual({ status: 'missing', forms: [] })
    await expectRefusal(vendor.api.taxForms.open({ taxFormId: id }), 'role_missing')
    const other = await market.colleague(rival, 'administrator')
    await expectRefusal(other.api.taxForms.open({ taxFormId: id }), 'not_found')
    await expectRefusal(admin.api.taxForms.staff.open({ taxFormId: id }), 'not_permitted')
    await expectRefusal(admin.api.taxForms.staff.accept({ taxFormId: id }), 'not_permitted')
    for (const open of [admin.api.taxForms.open, staff.api.taxForms.staff.open]) {
      const { url } = await open({ taxFormId: id })
      const answer = await market.fetch(new URL(url).pathname)
      expect(await answer.text()).toBe('%PDF-1.7 form')
    }
    const { items } = await admin.api.audit.own({ group: 'money' })
    expect(items.map(({ action, by }) => [action, by])).toEqual([
      ['tax_form.open', 'staff'],
      ['tax_form.open', 'member'],
      ['tax_form.upload', 'member'],
    ])
  })

  it('says which field is wrong, and changes nothing', async () => {
    const before = await vendor.api.taxForms.get()
    const wrong: Record<string, string>[] = [
      { kind: 'w7' },
      { signedOn: '' },
      { signedOn: '2026-02-30' },
      { signedOn: `${year + 1}-12-01` },
      { signedOn: `${year - 4}-12-31` },
      { fileName: 'form.svg' },
    ]
    for (const query of wrong) expect(await send({ query })).toEqual([400, 'bad_input'])
    expect(await send({ body: '<svg/>' })).toEqual([400, 'bad_input'])
    expect(await vendor.api.taxForms.get()).toEqual(before)
  })

  it('is looked at by staff once, with a reason where it is refused, and finance hears of it', async () => {
    const { id } = await newest()
    expect((await staff.api.taxForms.staff.list({})).items.map((form) => form.id)).toContain(id)
    const reason = 'The second page is missing.'
    await staff.api.taxForms.staff.refuse({ taxFormId: id, reason })
    expect(await newest()).toMatchObject({ status: 'refused', forms: [{ reason }] })
    await expectRefusal(staff.api.taxForms.staff.accept({ taxFormId: id }), 'tax_form_decided')
    const { items } = await admin.api.notifications.list({})
    expect(items[0]).toMatchObject({ type: 'payment', message: expect.stringContaining(reason) })
    expect((await vendor.api.notifications.list({})).items).toEqual([])
  })

  it('takes the place of the one before when it is accepted, which is destroyed 90 days later', async () => {
    await send()
    const { id: first, forms } = await newest()
    expect(forms).toHaveLength(1) // the refused one was replaced
    await staff.api.taxForms.staff.accept({ taxFormId: first })
    await send({ query: { kind: 'w9' } })
    const { id: second, ...both } = await newest()
    expect(both).toMatchObject({ status: 'accepted', forms: [{ kind: 'w9' }, { id: first }] })
    const races = await Promise.allSettled([
      staff.api.taxForms.staff.accept({ taxFormId: second }),
      staff.api.taxForms.staff.refuse({ taxFormId: second, reason: 'No' }),
    ])
    expect(races.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    if (races[0]?.status === 'rejected') {
      await send({ query: { kind: 'w9' } })
      await staff.api.taxForms.staff.accept({ taxFormId: (await newest()).id })
    }
    expect((await newest()).forms).toMatchObject([{ kind: 'w9', state: 'accepted' }])
    await expectRefusal(admin.api.taxForms.open({ taxFormId: first }), 'not_found')
    const [{ days }] = await sql(
      `select extract(day from destroy_after - now())::integer as days from app.documents d
        join app.tax_forms f on f.document_id = d.id where f.id = $1`,
      [first],
    )
    expect(days).toBe(89)
  })

  it('is followed by one notice before its end and one after, on the day of a late look by one alone', async () => {
    await send()
    const { id } = await newest()
    await staff.api.taxForms.staff.accept({ taxFormId: id })
    const [{ count: before }] = await sql('select count(*)::integer as count from notifications')
    const endsOn = async (lastDay: string) =>
      sql('update app.tax_forms set last_day = $2, reminders = 0 where id = $1', [id, lastDay])
    const told = async (day: string) => {
      await remindOfEnds(market.platform, new Date(`${day}T08:00:00Z`))
      const titles = await sql(
        `select title from notifications where user_id = $1 order by id desc limit $2`,
        [admin.userId, 1],
      )
      const [{ count }] = await sql('select count(*)::integer as count from notifications')
      return [count - before, titles[0].title]
    }
    await endsOn('2030-12-31')
    expect((await told('2030-11-30'))[0]).toBe(0)
    expect(await told('2030-12-01')).toEqual([1, 'Your W-8BEN-E expires soon'])
    expect((await told('2030-12-31'))[0]).toBe(1)
    expect(await told('2031-01-01')).toEqual([2, 'Your W-8BEN-E has expired'])
    expect((await told('2031-01-02'))[0]).toBe(2)
    await endsOn('2030-12-31')
    expect((await told('2031-05-01'))[0]).toBe(3)

    await send({ by: await market.colleague(rival, 'administrator') })
    const [form] = (await rival.api.taxForms.get()).forms
    await staff.api.taxForms.staff.accept({ taxFormId: form?.id ?? '' })
    await sql(`update app.tax_forms set last_day = '2032-12-31', reminders = 0
      where state = 'accepted' and replaced_at is null`)
    await remindOfEnds(market.platform, new Date('2032-12-05T08:00:00Z'), 1)
    const reminded = await sql(`select reminders from app.tax_forms where last_day = '2032-12-31'`)
    expect(reminded).toEqual([{ reminders: 1 }, { reminders: 1 }])
  })

  it('is not kept of an organization that is closed while the form is on its way', async () => {
    const by = await market.colleague(rival, 'administrator')
    const before = await rival.api.taxForms.get()
    const other = await market.platform.db.pool.connect()
    await other.query('begin')
    await other.query('update organizations set is_active = false where id = $1', [
      rival.organization.id,
    ])
    const sent = send({ by })
    await vi.waitUntil(async () => {
      const waiting = await sql(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return waiting.length > 0
    }, patienceMs)
    await other.query('commit')
    other.release()
    expect(await sent).toEqual([403, 'not_permitted'])
    await sql('update organizations set is_active = true where id = $1', [rival.organization.id])
    expect(await rival.api.taxForms.get()).toEqual(before)
  })
})
