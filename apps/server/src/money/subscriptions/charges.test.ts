import { describe, expect, it } from 'vitest'
import { expectRefusal, race } from '../../../testing/fixtures/deal-fixtures.ts'
import { mailsTo } from '../../../testing/fixtures/mail-fixtures.ts'
import { pdfText } from '../../../testing/fixtures/pdf-text.ts'
import {
  chargesOf,
  DAY_MS,
  methodEnding,
  PRICE,
  read,
  useBilling,
} from '../../../testing/fixtures/subscription-fixtures.ts'
import { system } from '../../platform/database/db.ts'
import { applyChargeOutcome } from './service.ts'

const { market, newOrganization, run, revenue, charged } = await useBilling()

const reportOutcome = (
  key: string,
  outcome: 'settled' | 'failed' | 'returned',
  code: string | null,
) =>
  market.platform.db.transaction(system, (tx) =>
    applyChargeOutcome({ tx, now: new Date(), platform: market.platform }, { key, outcome, code }),
  )

describe('a charge', () => {
  it('that settles is income, told to the administrators, with an invoice', async () => {
    const before = await revenue()
    const organization = await charged()
    await organization.settle()
    const [charge] = await chargesOf(organization)
    expect(charge).toMatchObject({ state: 'paid', status: 'paid', failure: null })
    expect((await revenue()) - before).toBeGreaterThanOrEqual(PRICE)
    const { items } = await organization.api.invoices.list({})
    expect(items).toMatchObject([
      { number: charge!.invoiceNumber, contractId: null, amountCents: PRICE, status: 'paid' },
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
      expect(charge).toMatchObject({ state: 'failed', status: 'failed' })
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
    const mails = await mailsTo(market, organization.admin)
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
    expect(charge).toMatchObject({ state: 'returned', status: 'failed', invoiceNumber: null })
    expect(await revenue()).toBe(before)
    const { items } = await organization.api.invoices.list({})
    expect(items.map(({ kind, status }) => [kind, status])).toEqual(
      expect.arrayContaining([
        ['credit_note', 'paid'],
        ['invoice', 'failed'],
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
    await reportOutcome(`subscription:${charge!.id}:1`, 'settled', null)
    expect(await chargesOf(organization)).toMatchObject([{ state: 'submitted' }])
    await organization.settle()
    await reportOutcome(`subscription:${charge!.id}:2`, 'failed', 'R02')
    const { items } = await organization.admin.api.notifications.list({})
    expect(items.filter(({ title }) => title === 'Plan payment failed')).toHaveLength(2)
  })
})

it('the history is paged, newest first', { tags: 'long' }, async () => {
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
