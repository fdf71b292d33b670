import { plans } from '@semblance/contract'
import { describe, expect, it } from 'vitest'
import {
  agree,
  expectRefusal,
  expectRefusals,
  fundedDeal,
  postDpr,
} from '../../../testing/fixtures/deal-fixtures.ts'
import {
  chargesOf,
  DAY_MS,
  methodEnding,
  PRICE,
  read,
  useBilling,
} from '../../../testing/fixtures/subscription-fixtures.ts'

const { market, newOrganization, run, endPeriod, charged, sql, actionsOn } = await useBilling()

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
      status: 'pending',
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
      'paid',
      'paid',
      'paid',
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
  const form = { title: 'Members', category: 'retail', privacyLevel: 'high' } as const
  const { id: twinId } = await organization.api.twins.start(form)
  await sql(
    `insert into delivery_files (delivery_id, name, bytes, sha256, storage_key)
     values ($1, 'members.csv', 500, repeat('0', 64), 'files/billing')`,
    [twinId],
  )
  const { usage } = await read(organization)
  const { dprs, activeContracts, storageBytes } = plans.professional.limits
  expect(usage).toEqual([
    { kind: 'dprs', used: 2, limit: dprs },
    { kind: 'activeContracts', used: 2, limit: activeContracts },
    { kind: 'storageBytes', used: 3500, limit: storageBytes },
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
      'role_missing',
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
