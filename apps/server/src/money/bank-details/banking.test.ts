import { bankingForm } from '@semblance/contract'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  form,
  type Input,
  unchanged,
  useBanking,
} from '../../../testing/fixtures/bank-details-fixtures.ts'
import { expectRefusal } from '../../../testing/fixtures/deal-fixtures.ts'
import type { Person } from '../../../testing/fixtures/market-fixtures.ts'

const { market, sql, payoutAccountOf } = await useBanking()
let vendor: Person
let admin: Person
beforeEach(async () => {
  vendor = await market.member('vendor')
  admin = await market.colleague(vendor, 'administrator')
})

const iban: Input = {
  ...form,
  accountKind: 'iban',
  accountNumber: 'DE89 3704 0044 0532 0130 00',
  bic: 'cobadeffxxx',
  routingNumber: '',
  vatNumber: 'DE 136 695 976',
  taxState: '',
}

const payoutAccount = (person = vendor) => payoutAccountOf(person)

const save = (input: Input, person: Pick<Person, 'api'> = admin) => person.api.banking.save(input)

describe('banking and tax details', () => {
  it('are empty before the first save', async () => {
    expect(await vendor.api.banking.get()).toBeNull()
    expect(await payoutAccount()).toBeNull()
  })

  it('come back with the last four of account number and tax ID, to every member', async () => {
    const saved = await save(form)
    expect(saved).toMatchObject({
      revision: 1,
      bankName: 'First Bank',
      accountLast4: '6789',
      taxIdLast4: '6780',
      routingNumber: '021000021',
      accountType: 'business-checking',
      holdUntil: null,
    })
    expect(await vendor.api.banking.get()).toEqual(saved)
    expect(JSON.stringify(saved)).not.toMatch(/000123456789|3456780/)
  })

  it('lie in the database without a readable number', async () => {
    await save(form)
    const everything = await sql(
      `select d::text as row from banking_details d union all select m::text from app.mails m
       union all select n::text from notifications n union all select a::text from app.audit_log a`,
    )
    expect(JSON.stringify(everything)).not.toMatch(/000123456789|12-?3456780/)
  })

  it('of an IBAN come back masked, with BIC and country, and are paid to as what they are', async () => {
    const saved = await save(iban)
    expect(saved).toMatchObject({
      accountKind: 'iban',
      accountCountry: 'DE',
      accountLast4: '3000',
      routingNumber: '',
      bic: 'COBADEFFXXX',
      vatNumber: 'DE136695976',
      taxState: '',
    })
    expect(await vendor.api.banking.get()).toEqual(saved)
    expect(JSON.stringify(saved)).not.toContain('DE89370400440532013000')
    expect(await payoutAccount()).toMatchObject({
      account: {
        kind: 'iban',
        country: 'DE',
        accountNumber: 'DE89370400440532013000',
        bic: 'COBADEFFXXX',
      },
    })
  })

  it.each([
    ['accountNumber', { accountNumber: 'DE88370400440532013000' }],
    ['bic', { bic: 'ABNANL2A' }],
    ['vatNumber', { vatNumber: 'DE136695977' }],
  ] as const)(
    'of an IBAN with a wrong %s are refused by its name, and change nothing',
    async (field, wrong) => {
      await expect(save({ ...iban, ...wrong })).rejects.toMatchObject({
        code: 'bad_input',
        data: { field },
      })
      expect(await vendor.api.banking.get()).toBeNull()
    },
  )

  it('of another kind of account need its number, and hold payouts', async () => {
    await save(form)
    await expect(
      save({ ...iban, revision: 1, accountNumber: '', taxId: '' }),
    ).rejects.toMatchObject({ code: 'bad_input', data: { field: 'accountNumber' } })
    const uk = { accountKind: 'uk', accountNumber: '31926819', routingNumber: '60-16-13' } as const
    const saved = await save({ ...unchanged, ...uk })
    expect(saved).toMatchObject({
      accountKind: 'uk',
      accountLast4: '6819',
      routingNumber: '601613',
      accountCountry: 'GB',
    })
    expect(saved.holdUntil).not.toBeNull()
  })

  it('keep the numbers that were left empty', async () => {
    await save(form)
    const saved = await save({ ...unchanged, bankName: 'Second Bank', taxCity: 'Oakland' })
    expect(saved).toMatchObject({
      revision: 2,
      bankName: 'Second Bank',
      taxCity: 'Oakland',
      accountLast4: '6789',
      taxIdLast4: '6780',
      holdUntil: null,
    })
    expect((await payoutAccount())?.account).toEqual({
      holder: 'Meridian Data',
      kind: 'us',
      country: 'US',
      bic: null,
      accountNumber: '000123456789',
      routingNumber: '021000021',
      bankName: 'Second Bank',
      accountType: 'checking',
    })
  })

  it('take numbers as they are written on paper', async () => {
    const saved = await save({
      ...form,
      accountNumber: ' 0001-2345 6789 ',
      routingNumber: '021 000 021',
      taxId: ' 12 3456780',
    })
    expect(saved).toMatchObject({ accountLast4: '6789', routingNumber: '021000021' })
    const again = await save({ ...form, revision: 1 }) // the same numbers: no change
    expect(again.holdUntil).toBeNull()
  })

  it('belong to clients as well, for the checkout', async () => {
    const client = await market.member('client')
    const head = await market.colleague(client, 'administrator')
    await save(form, head)
    expect(await client.api.banking.get()).toMatchObject({ accountHolderName: 'Meridian Data' })
  })
})

describe('a value that cannot be right', () => {
  const optional = ['additionalNotes', 'bic', 'vatNumber']
  const required = Object.keys(bankingForm.shape).filter((name) => !optional.includes(name))
  it.each(required)('names its field when %s is empty, and saves nothing', async (field) => {
    await expect(
      save({ ...form, [field]: field.endsWith('Type') ? '' : '  ' }),
    ).rejects.toMatchObject({ code: 'bad_input', data: { field } })
    expect(await vendor.api.banking.get()).toBeNull()
  })

  it.each([
    ['routingNumber', '12345678'],
    ['routingNumber', '12345678x'],
    ['accountNumber', '1234'],
    ['accountNumber', '12ab5678'],
    ['accountNumber', '1'.repeat(18)],
    ['taxId', '12/3456789'],
    ['taxId', '1-2-3'],
    ['accountType', 'gold'],
    ['businessType', 'guild'],
    ['bankName', 'x'.repeat(201)],
    ['additionalNotes', 'x'.repeat(5001)],
  ])('names %s for %s', async (field, value) => {
    await expect(save({ ...form, [field]: value })).rejects.toMatchObject({
      code: 'bad_input',
      data: { field },
    })
    expect(await vendor.api.banking.get()).toBeNull()
  })

  it('is not a routing number with a wrong check digit: that is a hint on the page', async () => {
    expect(await save({ ...form, routingNumber: '123456789' })).toMatchObject({ revision: 1 })
  })

  it('is a new routing number without the account number that belongs to it', async () => {
    await save(form)
    await expect(save({ ...unchanged, routingNumber: '011000015' })).rejects.toMatchObject({
      code: 'bad_input',
      data: { field: 'accountNumber' },
    })
    expect(await vendor.api.banking.get()).toMatchObject({ revision: 1 })
  })
})

describe('the payout worker', () => {
  it('leaves a trace of every look at the number', async () => {
    await save(form)
    await payoutAccount()
    await payoutAccount()
    const looks = await sql(
      `select detail from app.audit_log where action = 'bank_account.reveal' and object = $1`,
      [`organization:${vendor.organization.id}`],
    )
    expect(looks).toHaveLength(2)
  })

  it('gets no number that was moved between organizations or columns', async () => {
    await save(form)
    const other = await market.member('vendor')
    const head = await market.colleague(other, 'administrator')
    await save({ ...form, accountNumber: '111222333444' }, head)
    const id = vendor.organization.id
    await sql(
      `update banking_details set account_number_sealed =
         (select account_number_sealed from banking_details where organization = $2) where organization = $1`,
      [id, other.organization.id],
    )
    await expect(payoutAccount()).rejects.toThrow()
    await sql(
      `update banking_details set account_number_sealed = tax_id_sealed where organization = $1`,
      [id],
    )
    await expect(payoutAccount()).rejects.toThrow()
    expect((await payoutAccount(other))?.account.accountNumber).toBe('111222333444')
  })
})

describe('nobody else', () => {
  it('reads: not visitors, strangers, people who wait, staff', async () => {
    await save(form)
    await expectRefusal(market.visitor.banking.get(), 'sign_in_required')
    await expectRefusal(
      (await market.colleague(vendor, 'pending')).api.banking.get(),
      'membership_pending',
    )
    const outsiders = [await market.stranger(), await market.staff()]
    for (const person of outsiders) await expect(person.api.banking.get()).rejects.toThrow()
  })

  it('reads those of another organization', async () => {
    await save(form)
    expect(await (await market.member('vendor')).api.banking.get()).toBeNull()
    expect(await (await market.member('client')).api.banking.get()).toBeNull()
  })

  it('saves: not visitors, plain members, staff, nor administrators elsewhere', async () => {
    await expectRefusal(market.visitor.banking.save(form), 'sign_in_required')
    await expectRefusal(save(form, vendor), 'role_missing')
    await expect(save(form, await market.staff())).rejects.toThrow()
    const elsewhere = await market.colleague(await market.member('vendor'), 'administrator')
    await save(form, elsewhere)
    expect(await vendor.api.banking.get()).toBeNull()
  })

  it('reads the sealed columns through the table protocol', async () => {
    await save(form)
    const { data, error } = await market.supabase.from('banking_details').select('*')
    expect(data ?? []).toEqual([])
    expect(error).not.toBeNull()
  })
})
