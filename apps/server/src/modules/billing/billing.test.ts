import { methodForm, plans } from '@semblance/contract'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  agree,
  balances,
  expectRefusal,
  expectRefusals,
  expectSoundLedger,
  fundedDeal,
  postDpr,
  race,
} from '../../../testing/deals.ts'
import { type Api, type Market, openTestMarket, type Person } from '../../../testing/market.ts'
import { pdfText } from '../../../testing/pdf-text.ts'
import { system } from '../../platform/db.ts'
import { applyChargeOutcome, runBilling } from './service.ts'

type Method = Parameters<Api['billing']['saveMethod']>[0]

const accountEnding = (ending: string) => ({
  accountHolderName: 'Halden Retail',
  accountNumber: `00012345${ending}`,
  routingNumber: '021000021',
  bankName: 'First Bank',
  accountType: 'business-checking' as const,
})
const methodEnding = (ending = '6789'): Method => ({
  bankAccount: accountEnding(ending),
  isAuthorized: true,
})

const DAY_MS = 86_400_000
const PRICE = plans.professional.priceCents

let market: Market
beforeAll(async () => {
  market = await openTestMarket({ bankDaySeconds: 86_400 })
})
afterEach(() => expectSoundLedger(market))
afterAll(() => market.close())

type Billed = Person & { admin: Person }

async function newOrganization(side: 'client' | 'vendor' | 'both' = 'client'): Promise<Billed> {
  const person = await market.member(side)
  return { ...person, admin: await market.colleague(person, 'administrator') }
}

const run = (now: Date) => runBilling(market.platform, now)
const read = (person: Pick<Person, 'api'>) => person.api.billing.get()
const chargesOf = async (person: Pick<Person, 'api'>) =>
  (await person.api.billing.charges({})).items
const revenue = async () => (await balances(market)).get('subscription_revenue') ?? 0n

/** Ends the running period of the organization. */
async function endPeriod(person: Pick<Person, 'api'>): Promise<Date> {
  const { periodEnd } = await read(person)
  await run(periodEnd)
  return periodEnd
}

async function charged(ending = '6789'): Promise<Billed> {
  const organization = await newOrganization()
  await organization.admin.api.billing.saveMethod(methodEnding(ending))
  await endPeriod(organization)
  return organization
}

const tell = (key: string, outcome: 'settled' | 'failed' | 'returned', code: string | null) =>
  market.platform.db.transaction(system, (tx) =>
    applyChargeOutcome({ tx, now: new Date(), platform: market.platform }, { key, outcome, code }),
  )

const sql = async <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
  (await market.platform.db.pool.query<Row>(text, values)).rows

const mailsTo = (person: Person) =>
  sql<{ subject: string; text_body: string }>(
    `select subject, text_body from app.mails where recipient = $1 order by id`,
    [person.email],
  )

const actionsOn = async (person: Person) =>
  (
    await sql<{ action: string }>(
      `select action from app.audit_log where object = $1 and action <> 'bank_account.reveal' order by seq`,
      [`organization:${person.organization.id}`],
    )
  ).map(({ action }) => action)

describe('a plan', () => {
  it('begins with the organization, by the month, with nothing to pay', async () => {
    const { api } = await newOrganization()
    const { plan, state, periodStart, periodEnd, ...rest } = await api.billing.get()
    expect({ plan, state }).toEqual({ plan: 'professional', state: 'active' })
    expect(Math.abs(periodStart.getTime() - Date.now())).toBeLessThan(60_000)
    expect(periodEnd.getTime() - periodStart.getTime()).toBeGreaterThanOrEqual(28 * DAY_MS)
    expect(rest).toMatchObject({ nextChargeCents: 0n, pastDueCents: 0n, method: null })
  })

  it('costs nothing in a period that ends without a payment method', async () => {
    const organization = await newOrganization()
    const before = await read(organization)
    await endPeriod(organization)
    expect(await chargesOf(organization)).toEqual([])
    expect((await read(organization)).periodStart).toEqual(before.periodEnd)
  })

  it('is charged once for each period that is over, however often the job runs', async () => {
    const organization = await newOrganization()
    await organization.admin.api.billing.saveMethod(methodEnding())
    expect((await read(organization)).nextChargeCents).toBe(PRICE)
    const { periodStart, periodEnd } = await read(organization)
    await run(new Date(periodEnd.getTime() - 1))
    expect(await chargesOf(organization)).toEqual([])
    await Promise.all([run(periodEnd), run(periodEnd), run(periodEnd)])
    const charges = await chargesOf(organization)
    expect(charges).toHaveLength(1)
    expect(charges[0]).toMatchObject({
      amountCents: PRICE,
      periodStart,
      periodEnd,
      state: 'submitted',
      status: 'Pending',
      account: { bankName: 'First Bank', last4: '6789' },
      invoiceNumber: null,
    })
    expect(charges[0]!.expectedAt!.getTime()).toBeGreaterThan(periodEnd.getTime())
  })

  it('catches up on periods that ended while no server ran', async () => {
    const organization = await newOrganization()
    await organization.admin.api.billing.saveMethod(methodEnding())
    const { periodEnd } = await read(organization)
    await run(new Date(periodEnd.getTime() + 65 * DAY_MS))
    const charges = await chargesOf(organization)
    expect(charges).toHaveLength(3)
    expect(charges.map((charge) => charge.periodStart)).toEqual(
      [...charges].map((charge) => charge.periodStart).sort((a, b) => +b - +a),
    )
    await organization.settle()
    expect((await chargesOf(organization)).map(({ status }) => status)).toEqual([
      'Paid',
      'Paid',
      'Paid',
    ])
  })

  it('is cancelled for the end of the period, which is still paid for, and nothing after it', async () => {
    const organization = await newOrganization()
    const { admin } = organization
    await admin.api.billing.saveMethod(methodEnding())
    expect(await admin.api.billing.cancel()).toMatchObject({
      state: 'ending',
      nextChargeCents: PRICE,
    })
    await expectRefusal(admin.api.billing.cancel(), 'plan_changed')
    await endPeriod(organization)
    expect(await read(organization)).toMatchObject({ state: 'ended', nextChargeCents: 0n })
    await endPeriod(organization)
    expect(await chargesOf(organization)).toHaveLength(1)
    expect(await actionsOn(organization)).toEqual(['payment_method.save', 'subscription.cancel'])
  })

  it('goes on where it was resumed in time, and begins anew where it had ended', async () => {
    const organization = await newOrganization()
    const { admin } = organization
    await expectRefusal(admin.api.billing.resume(), 'plan_changed')
    await admin.api.billing.cancel()
    const before = await read(organization)
    expect(await admin.api.billing.resume()).toMatchObject({
      state: 'active',
      periodEnd: before.periodEnd,
    })
    await admin.api.billing.cancel()
    await endPeriod(organization)
    const { state, periodStart } = await admin.api.billing.resume()
    expect(state).toBe('active')
    expect(Math.abs(periodStart.getTime() - Date.now())).toBeLessThan(60_000)
  })

  it('is not charged for while its organization is suspended', async () => {
    const organization = await newOrganization()
    await organization.admin.api.billing.saveMethod(methodEnding())
    const { periodEnd } = await read(organization)
    const staff = await market.staff()
    const { id } = organization.organization
    await staff.api.admin.organizations.suspend({ id, reason: 'A test' })
    await run(periodEnd)
    expect(await sql(`select id from subscription_charges where organization = $1`, [id])).toEqual(
      [],
    )
  })
})

describe('the payment method', () => {
  it('comes back to members with the last four digits of its number, and lies sealed', async () => {
    const organization = await newOrganization('vendor')
    await organization.admin.api.billing.saveMethod(methodEnding())
    const { method } = await read(organization)
    expect(method).toMatchObject({
      account: {
        bankName: 'First Bank',
        last4: '6789',
        accountHolderName: 'Halden Retail',
        routingNumber: '021000021',
        accountType: 'business-checking',
      },
    })
    const everything = await sql(
      `select m::text as row from payment_methods m union all select m::text from app.mails m
       union all select n::text from notifications n union all select a::text from app.audit_log a`,
    )
    expect(JSON.stringify(everything)).not.toContain('000123456789')
  })

  it('is told to every administrator when it is added, changed and removed', async () => {
    const organization = await newOrganization()
    const { admin } = organization
    await sql(
      `insert into notification_preferences (user_id, email_notifications) values ($1, false)`,
      [admin.userId],
    )
    await admin.api.billing.saveMethod(methodEnding('6789'))
    await admin.api.billing.saveMethod(methodEnding('4321'))
    await admin.api.billing.removeMethod()
    const mails = await mailsTo(admin)
    expect(mails.map(({ subject }) => subject.split(':')[0])).toEqual([
      'Payment method added',
      'Payment method changed',
      'Payment method removed',
    ])
    expect(mails[1]!.text_body).toContain('ending in 6789')
    expect(mails[1]!.text_body).toContain('ending in 4321')
    expect(await mailsTo(organization)).toEqual([])
    expect(await actionsOn(organization)).toEqual([
      'payment_method.save',
      'payment_method.save',
      'payment_method.remove',
    ])
  })

  it('is gone once removed, and cannot be removed twice', async () => {
    const { admin, ...member } = await newOrganization()
    await admin.api.billing.saveMethod(methodEnding())
    expect(await admin.api.billing.removeMethod()).toMatchObject({
      method: null,
      nextChargeCents: 0n,
    })
    await expectRefusal(admin.api.billing.removeMethod(), 'payment_method_needed')
    await endPeriod(member)
    expect(await chargesOf(member)).toEqual([])
  })

  it.each(Object.keys(methodForm.shape))(
    'names its field when %s is missing or wrong, and saves nothing',
    async (field) => {
      const { admin } = await newOrganization()
      for (const wrong of ['', '\u0000', 'x'.repeat(500)]) {
        const bankAccount = { ...accountEnding('6789'), [field]: wrong }
        const refused = admin.api.billing.saveMethod({ bankAccount, isAuthorized: true } as Method)
        await expect(refused).rejects.toMatchObject({ code: 'bad_input' })
        if (wrong !== '\u0000')
          await expect(refused).rejects.toMatchObject({ data: { field: `bankAccount.${field}` } })
      }
      expect((await read(admin)).method).toBeNull()
    },
  )

  it('needs the leave to debit it, and an account', async () => {
    const { admin } = await newOrganization()
    await expectRefusal(
      admin.api.billing.saveMethod({ ...methodEnding(), isAuthorized: false } as never),
      'bad_input',
    )
    await expectRefusal(admin.api.billing.saveMethod({ isAuthorized: true }), 'bad_input')
    expect((await read(admin)).method).toBeNull()
  })
})

describe('a charge', () => {
  it('that settles is income, told to the administrators, with an invoice', async () => {
    const before = await revenue()
    const organization = await charged()
    await organization.settle()
    const [charge] = await chargesOf(organization)
    expect(charge).toMatchObject({ state: 'paid', status: 'Paid', failure: null })
    expect((await revenue()) - before).toBeGreaterThanOrEqual(PRICE)
    const { items } = await organization.api.invoices.list({})
    expect(items).toMatchObject([
      { number: charge!.invoiceNumber, contractId: null, amountCents: PRICE, status: 'Paid' },
    ])
    const answer = await market.fetch(`/api/invoices/${charge!.invoiceNumber}.pdf`, {
      headers: { authorization: `Bearer ${organization.token}` },
    })
    const text = pdfText(Buffer.from(await answer.arrayBuffer())).join('\n')
    expect(text).toContain('Professional plan')
    expect(text).toContain('$29.00')
    const [notice] = (await organization.admin.api.notifications.list({})).items
    expect(notice).toMatchObject({ title: 'Plan paid', path: '/billing-payments' })
    expect(await organization.api.notifications.list({})).toMatchObject({ items: [] })
  })

  it('that the account is too short of money for is tried twice more by itself, on later days', async () => {
    const organization = await charged('9001')
    const attempts = [3, 5].entries()
    for (const [index, days] of attempts) {
      await organization.settle()
      const [charge] = await chargesOf(organization)
      expect(charge).toMatchObject({ state: 'failed', status: 'Failed' })
      expect(charge!.failure).toContain('does not hold enough money')
      const waitDays = (charge!.retryAt!.getTime() - Date.now()) / DAY_MS
      expect(waitDays).toBeGreaterThan(days - 1)
      expect((await read(organization)).pastDueCents).toBe(PRICE)
      await run(new Date(charge!.retryAt!.getTime() - 1))
      expect((await chargesOf(organization)).at(-1)).toMatchObject({ state: 'failed' })
      await run(charge!.retryAt!)
      const tried = (await chargesOf(organization)).at(-1)
      expect(tried).toMatchObject({ id: charge!.id, state: 'submitted' })
      expect(index).toBeLessThan(2)
    }
    await organization.settle()
    expect((await chargesOf(organization)).at(-1)).toMatchObject({ state: 'failed', retryAt: null })
    const mails = await mailsTo(organization.admin)
    expect(mails.filter(({ subject }) => subject === 'Plan payment failed')).toHaveLength(3)
  })

  it('that is refused for another reason waits for another account, which is charged at once', async () => {
    const organization = await charged('9002')
    await organization.settle()
    const [failed] = await chargesOf(organization)
    expect(failed).toMatchObject({ state: 'failed', retryAt: null })
    await organization.admin.api.billing.saveMethod(methodEnding('6789'))
    expect(await chargesOf(organization)).toMatchObject([
      { id: failed!.id, state: 'submitted', account: { last4: '6789' }, failure: null },
    ])
    await organization.settle()
    expect(await chargesOf(organization)).toMatchObject([{ state: 'paid' }])
    expect((await read(organization)).pastDueCents).toBe(0n)
  })

  it('that the bank takes back is no income any more, and its invoice is credited', async () => {
    const organization = await charged('9010')
    const before = await revenue()
    await organization.settle('returned')
    const [charge] = await chargesOf(organization)
    expect(charge).toMatchObject({ state: 'returned', status: 'Failed', invoiceNumber: null })
    expect(await revenue()).toBe(before)
    const { items } = await organization.api.invoices.list({})
    expect(items.map(({ kind, status }) => [kind, status])).toEqual(
      expect.arrayContaining([
        ['credit_note', 'Paid'],
        ['invoice', 'Failed'],
      ]),
    )
    await organization.admin.api.billing.saveMethod(methodEnding('6789'))
    await organization.settle()
    const [again] = await chargesOf(organization)
    expect(again).toMatchObject({ id: charge!.id, state: 'paid' })
    expect(again!.invoiceNumber).toMatch(/^INV-/)
  })

  it('is tried again by an administrator, once at a time, and only where it is unpaid', async () => {
    const organization = await charged('9002')
    const { admin } = organization
    const [charge] = await chargesOf(organization)
    const chargeId = charge!.id
    await expectRefusal(admin.api.billing.retry({ chargeId }), 'charge_changed')
    await organization.settle()
    const { wins, codes } = await race(5, () => admin.api.billing.retry({ chargeId }))
    expect({ wins, codes: [...codes] }).toEqual({ wins: 1, codes: ['charge_changed'] })
    await organization.settle()
    await admin.api.billing.removeMethod()
    await expectRefusal(admin.api.billing.retry({ chargeId }), 'payment_method_needed')
  })

  it('whose day has come waits where no account is on file', async () => {
    const organization = await charged('9001')
    await organization.settle()
    const [failed] = await chargesOf(organization)
    await organization.admin.api.billing.removeMethod()
    await run(failed!.retryAt!)
    expect((await chargesOf(organization)).at(-1)).toMatchObject({ state: 'failed', retryAt: null })
  })

  it('is not paid by what the bank says of an earlier attempt, or says twice', async () => {
    const organization = await charged('9002')
    await organization.settle()
    const [charge] = await chargesOf(organization)
    await organization.admin.api.billing.retry({ chargeId: charge!.id })
    await tell(`subscription:${charge!.id}:1`, 'settled', null)
    expect(await chargesOf(organization)).toMatchObject([{ state: 'submitted' }])
    await organization.settle()
    await tell(`subscription:${charge!.id}:2`, 'failed', 'R02')
    const { items } = await organization.admin.api.notifications.list({})
    expect(items.filter(({ title }) => title === 'Plan payment failed')).toHaveLength(2)
  })
})

it('the history is paged, newest first', async () => {
  const organization = await newOrganization()
  await organization.admin.api.billing.saveMethod(methodEnding())
  const { periodEnd } = await read(organization)
  await run(new Date(periodEnd.getTime() + 130 * DAY_MS))
  const { api } = organization
  const seen: number[] = []
  let cursor: string | undefined
  do {
    const page = await api.billing.charges({ limit: 2, cursor })
    seen.push(...page.items.map((charge) => charge.periodEnd.getTime()))
    cursor = page.nextCursor ?? undefined
  } while (cursor)
  expect(seen).toHaveLength(5)
  expect(seen).toEqual([...seen].sort((a, b) => b - a))
  await expectRefusal(api.billing.charges({ cursor: 'nonsense' }), 'bad_input')
  await organization.settle()
})

it('usage is what there is: requests of the period, open contracts on either side, bytes kept', async () => {
  const organization = await newOrganization('both')
  const client = await market.member('client')
  const vendor = await market.member('vendor')
  await postDpr(organization)
  await agree(organization, vendor)
  await fundedDeal(client, organization)
  await sql(
    `insert into message_attachments (conversation_id, client, vendor, organization, file_name, bytes, sha256, storage_key)
     select id, client, vendor, $1, 'a.csv', 3000, repeat('0', 64), 'attachments/billing' from conversations where vendor = $1 limit 1`,
    [organization.organization.id],
  )
  const { usage } = await read(organization)
  const { dprs, activeContracts, storageBytes } = plans.professional.limits
  expect(usage).toEqual([
    { kind: 'dprs', used: 2, limit: dprs },
    { kind: 'activeContracts', used: 2, limit: activeContracts },
    { kind: 'storageBytes', used: 3000, limit: storageBytes },
  ])
  await endPeriod(organization)
  expect((await read(organization)).usage[0]).toMatchObject({ used: 0 })
})

describe('who may', () => {
  it('members read, and cannot change anything', async () => {
    const organization = await charged('9002')
    await organization.settle()
    const { api } = organization
    const [charge] = await chargesOf(organization)
    const before = await read(organization)
    await expectRefusals(
      [
        api.billing.saveMethod(methodEnding('1111')),
        api.billing.removeMethod(),
        api.billing.cancel(),
        api.billing.resume(),
        api.billing.retry({ chargeId: charge!.id }),
      ],
      'not_permitted',
    )
    expect(await read(organization)).toEqual(before)
  })

  it('visitors cannot change anything, nor read where no sample is on show', async () => {
    const { billing } = market.visitor
    await expectRefusals(
      [
        billing.saveMethod(methodEnding()),
        billing.removeMethod(),
        billing.cancel(),
        billing.resume(),
        billing.retry({ chargeId: crypto.randomUUID() }),
        billing.get(),
        billing.charges({}),
      ],
      'sign_in_required',
    )
  })

  it('nobody without an organization reads, nor one who waits for approval', async () => {
    const stranger = await market.stranger()
    await expectRefusal(stranger.api.billing.get(), 'membership_pending')
    const pending = await market.colleague(await newOrganization(), 'pending')
    await expectRefusal(pending.api.billing.charges({}), 'membership_pending')
  })

  it("another organization's administrator cannot reach a charge, nor its receipt", async () => {
    const organization = await charged('9002')
    await organization.settle()
    const paid = await charged()
    await paid.settle()
    const other = await newOrganization()
    await other.admin.api.billing.saveMethod(methodEnding())
    const [charge] = await chargesOf(organization)
    await expectRefusal(other.admin.api.billing.retry({ chargeId: charge!.id }), 'not_found')
    expect(await chargesOf(other)).toEqual([])
    const [receipt] = await chargesOf(paid)
    const answer = await market.fetch(`/api/invoices/${receipt!.invoiceNumber}.pdf`, {
      headers: { authorization: `Bearer ${other.token}` },
    })
    expect(answer.status).toBe(404)
  })
})
