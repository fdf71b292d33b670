import { afterAll, beforeAll, expect, it } from 'vitest'
import { actionsOn } from '../../../../testing/fixtures/audit-log.ts'
import { form } from '../../../../testing/fixtures/bank-details-fixtures.ts'
import { agree, expectRefusal, expectRefusals } from '../../../../testing/fixtures/deal-fixtures.ts'
import { openTestMarket } from '../../../../testing/fixtures/market-fixtures.ts'
import {
  openStripeMarket,
  type StripeMarket,
} from '../../../../testing/fixtures/stripe-fixtures.ts'
import { readConfig } from '../../../platform/config.ts'

let market: StripeMarket
beforeAll(async () => {
  market = await openStripeMarket()
})
afterAll(() => market.close())

/** An administrator of a fresh vendor. */
const administrator = async () =>
  await market.colleague(await market.member('vendor'), 'administrator')

const accountOf = ({ url }: { url: string }) => url.split('/').at(-1)!

it('a vendor opens an account at Stripe, and is paid once Stripe says so', async () => {
  const vendor = await administrator()
  expect(await vendor.api.stripe.standing()).toMatchObject({
    provider: 'stripe',
    receiving: 'none',
  })
  const accountId = accountOf(await vendor.api.stripe.onboard())
  expect(await actionsOn(market, `organization:${vendor.organization.id}`)).toContain(
    'stripe.onboard',
  )
  expect(market.stripe.things.get(accountId)).toMatchObject({
    country: 'DE',
    metadata: { organization: vendor.organization.id },
  })
  expect(await vendor.api.stripe.standing()).toMatchObject({ receiving: 'incomplete' })
  market.stripe.finishOnboarding(accountId)
  await market.exchange()
  expect(await vendor.api.stripe.standing()).toMatchObject({ receiving: 'ready' })
})

const dutch = {
  ...form,
  accountKind: 'iban',
  accountNumber: 'NL91 ABNA 0417 1643 00',
  bic: 'ABNANL2A',
  routingNumber: '',
} as const

it.each([
  ['of Germany with a bank in the Netherlands', 'DE', dutch, 'DE'],
  ['of the US with a bank in the Netherlands', 'US', dutch, 'US'],
  ['of no known country with a bank in the Netherlands', 'other', dutch, 'NL'],
] as const)(
  'the account is opened where the organization is established, not where its bank is: %s',
  { tags: 'long' },
  async (_, country, bank, opened) => {
    const vendor = await administrator()
    await market.platform.db.pool.query('update organizations set country = $1 where id = $2', [
      country,
      vendor.organization.id,
    ])
    await vendor.api.banking.save(bank)
    const account = market.stripe.things.get(accountOf(await vendor.api.stripe.onboard()))
    expect(account?.country).toBe(opened)
    expect(account?.default_currency).toBeUndefined()
  },
)

it.each([
  ['without a bank account', null],
  ['with a bank account in the US', form],
])('opens no account for a vendor of no known country, %s', async (_, bank) => {
  const vendor = await administrator()
  await market.platform.db.pool.query("update organizations set country = 'other' where id = $1", [
    vendor.organization.id,
  ])
  if (bank) await vendor.api.banking.save(bank)
  const opened = market.stripe.things.size
  await expect(vendor.api.stripe.onboard()).rejects.toMatchObject({
    code: 'bad_input',
    message: expect.stringContaining('We do not know the country of your organization'),
  })
  expect(market.stripe.things.size).toBe(opened)
  expect(await vendor.api.stripe.standing()).toMatchObject({ receiving: 'none' })
})

it('says that Stripe does not serve a country, rather than to try again', async () => {
  const vendor = await administrator()
  market.stripe.failNext('unserved_country')
  await expect(vendor.api.stripe.onboard()).rejects.toMatchObject({
    code: 'bad_input',
    message: expect.stringContaining('country of your organization'),
  })
  expect(await vendor.api.stripe.standing()).toMatchObject({ receiving: 'none' })
})

it('going on later, or clicking twice, opens no second account', async () => {
  const vendor = await administrator()
  const pages = await Promise.all([vendor.api.stripe.onboard(), vendor.api.stripe.onboard()])
  pages.push(await vendor.api.stripe.onboard())
  expect(new Set(pages.map(accountOf)).size).toBe(1)
})

it('a client connects a bank account, and sees which', async () => {
  const client = await market.member('client')
  const { url } = await client.api.stripe.connectBankAccount({ returnTo: '/payment/OFR-1' })
  expect(await actionsOn(market, `organization:${client.organization.id}`)).toContain(
    'stripe.connect',
  )
  expect(await client.api.stripe.standing()).toMatchObject({ bankAccount: null, receiving: null })
  market.stripe.finishSetup(url, { bank_name: 'FIRST BANK', last4: '4242' })
  await market.exchange()
  const bankAccount = { bankName: 'FIRST BANK', last4: '4242' }
  expect(await client.api.stripe.standing()).toMatchObject({ bankAccount })
  const colleague = await market.colleague(client, 'member')
  expect(await colleague.api.stripe.standing()).toMatchObject({ bankAccount })
})

it('connecting another one replaces it', async () => {
  const client = await market.payer()
  const { url } = await client.api.stripe.connectBankAccount({ returnTo: '/payment/OFR-1' })
  market.stripe.finishSetup(url, { bank_name: 'SECOND BANK', last4: '0001' })
  await market.exchange()
  expect(await client.api.stripe.standing()).toMatchObject({ bankAccount: { last4: '0001' } })
})

it("nobody sees or changes another organization's", async () => {
  const [client, vendor] = [await market.payer(), await market.receiver()]
  const other = await market.member('both')
  expect(await other.api.stripe.standing()).toEqual({
    provider: 'stripe',
    receiving: 'none',
    payoutFailure: null,
    bankAccount: null,
  })
  const admin = await market.colleague(other, 'administrator')
  expect(accountOf(await admin.api.stripe.onboard())).not.toBe(vendor.accountId)
  expect(await client.api.stripe.standing()).toMatchObject({ receiving: null })
})

it('members who are no administrators, the other side, strangers and visitors cannot', async () => {
  const [client, vendor] = [await market.member('client'), await market.member('vendor')]
  const clientsAdmin = await market.colleague(client, 'administrator')
  const stranger = await market.stranger()
  const back = { returnTo: '/payment/OFR-1' }
  await expectRefusals(
    [vendor.api.stripe.onboard(), vendor.api.stripe.connectBankAccount(back)],
    'role_missing',
  )
  await expectRefusal(clientsAdmin.api.stripe.onboard(), 'not_permitted')
  await expectRefusals(
    [market.visitor.stripe.onboard(), market.visitor.stripe.connectBankAccount(back)],
    'sign_in_required',
  )
  await expectRefusals(
    [stranger.api.stripe.onboard(), stranger.api.stripe.connectBankAccount(back)],
    'membership_pending',
  )
  expect(await market.visitor.stripe.standing()).toMatchObject({ bankAccount: null })
})

it.each(['https://evil.test/', '//evil.test', '/a?b=c', 'payment', '/\\evil.test'])(
  'comes back to no address but our own: %s',
  async (returnTo) => {
    const client = await market.member('client')
    await expect(client.api.stripe.connectBankAccount({ returnTo })).rejects.toMatchObject({
      code: 'bad_input',
      data: { field: 'returnTo' },
    })
  },
)

it('says so when Stripe does not answer, and nothing was changed', { tags: 'long' }, async () => {
  const vendor = await administrator()
  for (const fault of ['broken', 'lost_answer'] as const) {
    market.stripe.failNext(fault)
    await expectRefusal(vendor.api.stripe.onboard(), 'bank_unavailable')
    expect(await vendor.api.stripe.standing()).toMatchObject({ receiving: 'none' })
  }
  await vendor.api.stripe.onboard()
  const accounts = [...market.stripe.things.values()].filter(
    ({ object, metadata }) =>
      object === 'account' &&
      (metadata as { organization: string }).organization === vendor.organization.id,
  )
  expect(accounts).toHaveLength(1)
})

it('without Stripe whoever pays names the account', { tags: 'long' }, async () => {
  const builtIn = await openTestMarket()
  const [client, vendor] = [await builtIn.member('client'), await builtIn.member('vendor')]
  const { offerId } = await agree(client, vendor)
  await expect(
    client.api.payments.fund({ offerId, accepted: client.accepted }),
  ).rejects.toMatchObject({
    code: 'bad_input',
    data: { field: 'bankAccount' },
  })
  expect(await client.api.payments.checkout({ offerId })).toMatchObject({ payment: null })
  await builtIn.close()
})

it('without Stripe there is nothing to open', { tags: 'long' }, async () => {
  const builtIn = await openTestMarket()
  const both = await builtIn.colleague(await builtIn.member('both'), 'administrator')
  expect(await both.api.stripe.standing()).toMatchObject({ provider: 'built_in', receiving: null })
  await expectRefusal(both.api.stripe.onboard(), 'not_found')
  await expectRefusal(
    both.api.stripe.connectBankAccount({ returnTo: '/payment/OFR-1' }),
    'not_found',
  )
  await builtIn.close()
})

it('both keys are set, or neither', () => {
  const keys = {
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_a, whsec_b',
    SAMPLE_DATA: 'off',
  }
  expect(readConfig(keys).stripe).toEqual({
    secretKey: 'sk_test_1',
    webhookSecrets: ['whsec_a', 'whsec_b'],
    apiBase: 'https://api.stripe.com',
  })
  expect(readConfig({}).stripe).toBeNull()
  expect(() => readConfig({ STRIPE_SECRET_KEY: 'sk_test_1' })).toThrow('STRIPE_WEBHOOK_SECRET')
  expect(() => readConfig({ ...keys, SAMPLE_DATA: undefined })).toThrow('SAMPLE_DATA')
  expect(() => readConfig({ ...keys, STRIPE_SECRET_KEY: 'pk_test_1' })).toThrow('STRIPE_SECRET_KEY')
})
