/**
 * Tests the first day of a new client and a new vendor: pages and mails say what each step waits for.
 *
 * @module-tag long
 */
import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { runJobs } from '../../../testing/drain-jobs.ts'
import { form as bankForm } from '../../../testing/fixtures/bank-details-fixtures.ts'
import { bankAccount, expectRefusal, postDpr } from '../../../testing/fixtures/deal-fixtures.ts'
import { mailsTo } from '../../../testing/fixtures/mail-fixtures.ts'
import type { Api } from '../../../testing/fixtures/market-fixtures.ts'
import { useMarket } from '../../../testing/fixtures/use-market.ts'

const { market } = await useMarket({}, { mailConfirm: true })
const { visitor } = market
type Employee = { email: string; api: Api }

async function newestMail(email: string, subject: string) {
  const mails = (await mailsTo(market, { email })).filter((mail) => mail.subject === subject)
  const mail = mails.at(-1)
  if (!mail) throw new Error(`${email} was not mailed "${subject}".`)
  return mail.text_body
}
const found = (pattern: RegExp, text: string) => pattern.exec(text)?.[1] ?? ''
const apiOf = (token: string | undefined): Api => market.apiFor(token ?? '')

/** Registers a business, has staff ask for more, and approves it for the side of its registration. */
async function register(name: string, intent: 'buy' | 'sell') {
  const email = `office@${randomUUID()}.test`
  await market.supabase.from('business_applications').insert({
    ...{ business_name: name, business_email: email, contact_person: 'Amara Okafor', intent },
    ...{ business_address: '1 Harbor Road', city: 'Oslo', country: 'other', industry: 'retail' },
    ...{ business_description: 'Shops.', status: 'pending' },
  })
  await runJobs(market)
  const receipt = await newestMail(email, 'We have received your business application')
  expect(receipt).toContain('2 to 5 business days')
  const token = found(/business-under-review#([\w-]+)/, receipt)
  const standing = () => visitor.applications.status({ token })
  expect(await standing()).toMatchObject({ status: 'pending', dueAt: expect.any(Date) })

  const { api } = await market.staff()
  const { reference: id } = await standing()
  await api.applications.ask({ id, question: 'Who may sign?', asksDocument: false })
  expect(await standing()).toMatchObject({ status: 'waiting', waitingSince: expect.any(Date) })
  const asked = await newestMail(email, 'A question about your business application')
  expect(asked).toContain('The review goes on once you have answered.')
  const link = found(/application-question#([\w-]+)/, asked)
  await visitor.applications.answer({ token: link, answer: 'I do.' })
  expect(await standing()).toMatchObject({ status: 'pending', waitingSince: null })

  expect((await api.applications.get({ id })).intent).toBe(intent)
  await api.applications.approve({ id, roles: [intent === 'buy' ? 'client' : 'vendor'] })
  expect(await standing()).toMatchObject({ status: 'approved', decidedAt: expect.any(Date) })
  const approved = await newestMail(email, 'Your business has been approved')
  expect(approved).toContain('Other employees sign up with the ID, and wait for that person')
  return { email, approval: found(/#approval=([\w-]+)/, approved) }
}

/** Signs up by the approval mail. The account administers the organization from its first moment on. */
async function signUpFirst({ email, approval }: { email: string; approval: string }) {
  const { organizationId } = await visitor.applications.approvalLink({ token: approval })
  const { data } = await market.supabase.auth.signUp({
    ...{ email, password: 'a long password' },
    options: {
      data: { first_name: 'Amara', last_name: 'Okafor', organization_id: organizationId, approval },
    },
  })
  const api = apiOf(data.session?.access_token)
  const { membership, roles } = await api.organizations.viewer()
  expect([membership, roles]).toEqual(['active', expect.arrayContaining(['admin'])])
  const accepted = await acceptTerms(api)
  return { email, api, organizationId, accepted }
}

async function acceptTerms(api: Api) {
  const person = await market.stranger()
  await api.legal.accept({ accepted: person.accepted })
  return person.accepted
}

/** Signs up with the organization's ID, waits, and is let in with a role by the administrator. */
async function employ(
  admin: { api: Api; organizationId: string },
  role: 'requester' | 'approver' | 'seller' | 'finance',
): Promise<Employee> {
  const email = `${role}@${randomUUID()}.test`
  const password = 'a long password'
  await market.supabase.auth.signUp({
    ...{ email, password },
    options: {
      data: { first_name: 'Jonas', last_name: role, organization_id: admin.organizationId },
    },
  })
  const [confirmation] = await mailsTo(market, { email })
  const address = new URL(found(/(http\S+verify\S+)/, confirmation?.text_body ?? ''))
  await market.fetch(`${address.pathname}${address.search}`, { redirect: 'manual' })
  const { data } = await market.supabase.auth.signInWithPassword({ email, password })
  const api = apiOf(data.session?.access_token)
  expect((await api.organizations.viewer()).membership).toBe('pending')
  await expectRefusal(api.dprs.list({ limit: 1 }), 'membership_pending')
  const { items } = await admin.api.organizations.listRequests({ limit: 10 })
  const id = items.find((one) => one.email === email)?.id ?? ''
  await admin.api.organizations.approveRequest({ id })
  await admin.api.organizations.setMemberRoles({ id, roles: [role] })
  expect((await mailsTo(market, { email })).at(-1)?.subject).toMatch(/^Welcome to /)
  await acceptTerms(api)
  return { email, api }
}

const undone = async ({ api }: { api: Api }, side: 'client' | 'vendor') => {
  const { steps, isOver } = await api.dashboards.setup({ side })
  return {
    isOver,
    steps: steps.filter((one) => !one.isDone && !one.isOptional).map(({ id }) => id),
  }
}

it('a client and a vendor register in the morning, trade in the afternoon by their own rules, and know each wait', async () => {
  const vendor = await signUpFirst(await register('Meridian Synthetics', 'sell'))
  expect((await undone(vendor, 'vendor')).steps).toEqual([
    'profile',
    'bank',
    'first_offer',
    'members',
  ])
  const seller = await employ(vendor, 'seller')
  const finance = await employ(vendor, 'finance')
  await expectRefusal(seller.api.banking.save(bankForm), 'role_missing')
  expect((await seller.api.payouts.overview()).obstacle).not.toBeNull()
  await finance.api.banking.save(bankForm)
  expect((await seller.api.payouts.overview()).obstacle).toBeNull()

  const client = await signUpFirst(await register('Halden Retail Group', 'buy'))
  expect((await undone(client, 'client')).steps).toEqual(['first_request', 'profile', 'members'])
  const [requester, approver] = [
    await employ(client, 'requester'),
    await employ(client, 'approver'),
  ]
  const none = { paymentCents: null, monthCents: null }
  await client.api.spending.setRules({
    ...{ organization: none, member: { paymentCents: 1_000_000n, monthCents: null } },
    ...{ needsPurchaseOrder: false, needsCostCenter: false },
  })

  const dprId = await postDpr(requester)
  const { id: offerId } = await seller.api.offers.submit({
    ...{ dprId, priceCents: 1_850_000n, timelineDays: 10, minAccuracyPercent: null },
    ...{ description: 'Our own panel.', accepted: vendor.accepted },
  })
  expect((await undone(vendor, 'vendor')).steps).toEqual(['profile'])

  const accept = () => requester.api.offers.accept({ offerId, revision: 1 })
  await expectRefusal(accept(), 'approval_needed')
  const { id } = await requester.api.approvals.ask({ offerId, revision: 1, note: 'Best of three' })
  expect(await requester.api.approvals.get({ offerId })).toMatchObject({
    approval: { state: 'waiting' },
  })
  expect(await newestMail(approver.email, 'Waiting for your approval')).toContain('/approvals')
  await approver.api.approvals.decide({ id, decision: 'approve' })
  expect(await newestMail(requester.email, 'Payment approved')).toContain(`/payment/${offerId}`)
  await accept()
  await requester.api.payments.fund({ offerId, bankAccount, accepted: client.accepted })
  const { settle } = await market.stranger()
  await settle()
  const { items } = await client.api.contracts.list({ side: 'client', limit: 1 })
  expect(items[0]).toMatchObject({ status: 'in_progress' })
  expect([
    (await undone(client, 'client')).isOver,
    (await undone(vendor, 'vendor')).isOver,
  ]).toEqual([true, true])
})
