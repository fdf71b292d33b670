import { expect, it } from 'vitest'
import { runJobs } from '../../../testing/drain-jobs.ts'
import { expectRefusal } from '../../../testing/fixtures/deal-fixtures.ts'
import { useMarket } from '../../../testing/fixtures/use-market.ts'

const { market } = await useMarket({})

const sql = async (text: string, values: unknown[] = []) =>
  (await market.platform.db.pool.query(text, values)).rows

/** Applies as a visitor does; the ID and the mails to the address so far. */
async function apply(business_email: string) {
  const { error } = await market.supabase.from('business_applications').insert({
    business_name: '<b>Free money</b> at https://evil.test',
    business_email,
    contact_person: 'Amara Okafor',
    business_address: '1 Harbor Road',
    city: 'Oslo',
    country: 'other',
    industry: 'retail',
    business_description: 'Shops.',
  })
  expect(error).toBeNull()
  await runJobs(market)
  const [{ id }] = await sql('select id from business_applications order by id desc limit 1')
  return {
    id: id as string,
    mails: await sql('select * from app.mails where recipient = $1 order by id', [business_email]),
  }
}
const tokenIn = (text: string) =>
  /http:\/\/semblance\.test\/business-under-review#(\S+)/.exec(text)?.[1] ?? ''

it('an applicant is mailed the reference and where to look, once, and nothing that was typed', async () => {
  const { id, mails } = await apply('office@apply.test')
  expect(mails).toHaveLength(1)
  const [{ text_body: text }] = mails
  expect(text).toContain(`Your reference is ${id}.`)
  expect(text).not.toMatch(/evil|Free money|Amara/)
  await sql(`select app.add_job_at('application.acknowledge', $1, null, 10, null, null)`, [
    JSON.stringify({ id }),
  ])
  await runJobs(market)
  expect(await sql(`select 1 from app.mails where recipient = 'office@apply.test'`)).toHaveLength(1)
})

it('the link tells how the review stands, and no reason', async () => {
  const { id, mails } = await apply('status@apply.test')
  const read = () => market.visitor.applications.status({ token: tokenIn(mails[0].text_body) })
  expect(await read()).toMatchObject({
    reference: id,
    status: 'pending',
    businessName: expect.stringContaining('<b>Free money'),
  })
  const { api } = await market.staff()
  await api.applications.ask({ id, question: 'Who owns you?' })
  expect(await read()).toMatchObject({ status: 'waiting', waitingSince: expect.any(Date) })
  await api.applications.decline({ id, reason: 'A private reason' })
  const declined = await read()
  expect(declined).toMatchObject({ status: 'declined', decidedAt: expect.any(Date) })
  expect(JSON.stringify(declined)).not.toContain('A private reason')
})

it('a link of another kind, cut or of no application is refused; links of earlier receipts lead to the page', async () => {
  const { mails } = await apply('forged@apply.test')
  const token = tokenIn(mails[0].text_body)
  expect((await market.fetch(`/unsubscribe/${token}`, { method: 'POST' })).status).toBe(404)
  const read = (link: string) => market.visitor.applications.status({ token: link })
  await expectRefusal(read(token.slice(1)), 'bad_input')
  await expectRefusal(read('x'.repeat(43)), 'application_link_closed')
  const earlier = await market.fetch(`/application-status/${token}`)
  expect([earlier.status, earlier.headers.get('location')]).toEqual([
    303,
    `/business-under-review#${token}`,
  ])
  await sql(`delete from business_applications where business_email = 'forged@apply.test'`)
  await expectRefusal(read(token), 'application_link_closed')
})

it('an address gets no more than three such mails a day', async () => {
  for (const count of [1, 2, 3, 3]) {
    const { mails } = await apply('flood@apply.test')
    expect(mails).toHaveLength(count)
  }
})
