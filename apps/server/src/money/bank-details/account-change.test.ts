import { payoutHoldHours } from '@semblance/contract'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  form,
  type Input,
  otherAccount,
  unchanged,
  useBanking,
} from '../../../testing/fixtures/bank-details-fixtures.ts'
import { expectRefusal, race } from '../../../testing/fixtures/deal-fixtures.ts'
import { mailsTo } from '../../../testing/fixtures/mail-fixtures.ts'
import { letProofAge, type Person } from '../../../testing/fixtures/market-fixtures.ts'

const { market, payoutAccountOf } = await useBanking()
let vendor: Person
let admin: Person
beforeEach(async () => {
  vendor = await market.member('vendor')
  admin = await market.colleague(vendor, 'administrator')
})

const titlesFor = async (person: Pick<Person, 'api'>) =>
  (await person.api.notifications.list({ limit: 20 })).items.map(({ title }) => title)

const payoutAccount = (person = vendor) => payoutAccountOf(person)

const save = (input: Input, person: Pick<Person, 'api'> = admin) => person.api.banking.save(input)

describe('a new bank account', () => {
  beforeEach(() => save(form))

  it('holds payouts for three banking days', async () => {
    const before = Date.now()
    const { holdUntil, accountLast4 } = await save(otherAccount)
    expect(accountLast4).toBe('7666')
    const hours = (holdUntil!.getTime() - before) / 3_600_000
    expect(hours).toBeCloseTo(payoutHoldHours, 1)
    expect(await payoutAccount()).toMatchObject({
      account: { accountNumber: '999888777666' },
      holdUntil,
    })
  })

  it('is told to every administrator, whatever mail they want: who, when, which, what to do', async () => {
    const second = await market.colleague(vendor, 'administrator')
    await second.api.settings.updateNotificationPreferences({
      emailNotifications: false,
      pushNotifications: false,
      marketingEmails: false,
      securityAlerts: false,
    })
    await save(otherAccount)
    for (const person of [admin, second]) {
      const mail = (await mailsTo(market, person)).at(-1)!
      expect(mail.subject).toMatch(/^Bank account changed: /)
      expect(mail.text_body).toContain(admin.email)
      expect(mail.text_body).toContain('ending in 6789')
      expect(mail.text_body).toContain('ending in 7666')
      expect(mail.text_body).toMatch(/ UTC/)
      expect(mail.text_body).toMatch(/held until .+ UTC/)
      expect(mail.text_body).toContain('contact support')
      expect(mail.text_body).toContain('/bank-tax-info')
      expect(await titlesFor(person)).toContain('Bank account changed')
    }
    expect(await mailsTo(market, vendor)).toEqual([])
    expect(await titlesFor(vendor)).toEqual([])
  })

  it('holds nothing when it is the same one, typed again', async () => {
    const mails = (await mailsTo(market, admin)).length
    const saved = await save({ ...form, revision: 1 })
    expect(saved).toMatchObject({ revision: 2, holdUntil: null })
    expect(await mailsTo(market, admin)).toHaveLength(mails)
  })

  it('is also the same number at another bank, or as another kind: held, and told', {
    tags: 'long',
  }, async () => {
    const other = await market.member('vendor')
    const head = await market.colleague(other, 'administrator')
    const british = { accountKind: 'iban', accountNumber: 'GB29NWBK60161331926819' } as const
    const iban = { ...form, ...british, routingNumber: '', taxState: '' }
    await save({ ...iban, bic: 'NWBKGB2L' }, head)
    const moved = await save({ ...iban, bic: 'MIDLGB22', revision: 1 }, head)
    expect(moved.holdUntil).not.toBeNull()
    const mail = (await mailsTo(market, head)).at(-1)
    expect(mail?.subject).toMatch(/^Bank account changed: /)
    expect(mail?.text_body).toMatch(/BIC NWBKGB2L[\s\S]*BIC MIDLGB22/)
    const uk = { accountKind: 'uk', accountNumber: '31926819', routingNumber: '601613' } as const
    const mails = (await mailsTo(market, head)).length
    await save({ ...form, ...uk, revision: 2 }, head)
    expect(await mailsTo(market, head)).toHaveLength(mails + 1)
  })

  it('starts the hold anew when it is changed back', async () => {
    const first = await save(otherAccount)
    const second = await save({ ...form, revision: 2 })
    expect(second.accountLast4).toBe('6789')
    expect(second.holdUntil!.getTime()).toBeGreaterThanOrEqual(first.holdUntil!.getTime())
  })

  it('is not saved without a fresh proof, and nothing is told to anybody', async () => {
    const mails = (await mailsTo(market, admin)).length
    await letProofAge(market, admin, 15)
    await expectRefusal(save(otherAccount), 'proof_needed')
    expect(await vendor.api.banking.get()).toMatchObject({ revision: 1, accountLast4: '6789' })
    expect(await mailsTo(market, admin)).toHaveLength(mails)
  })

  it('holds nothing when it is the first', async () => {
    const other = await market.member('vendor')
    const head = await market.colleague(other, 'administrator')
    expect(await save(form, head)).toMatchObject({ holdUntil: null })
    expect((await mailsTo(market, head)).at(-1)!.subject).toMatch(/^Bank account added: /)
  })
})

describe('two administrators', () => {
  it('who saw the same revision: the later one is told to look', async () => {
    await save(form)
    await save({ ...unchanged, bankName: 'Second Bank' })
    await expectRefusal(save({ ...unchanged, bankName: 'Third Bank' }), 'banking_changed')
    expect(await vendor.api.banking.get()).toMatchObject({ bankName: 'Second Bank', revision: 2 })
  })

  it('first saves at once: one wins, nothing is mixed', { tags: 'long' }, async () => {
    const { wins, codes } = await race(8, () => save(form))
    expect([wins, [...codes]]).toEqual([1, ['banking_changed']])
    expect(await vendor.api.banking.get()).toMatchObject({ revision: 1 })
  })

  it('changes at once: one wins, one mail goes out', { tags: 'long' }, async () => {
    await save(form)
    const mails = (await mailsTo(market, admin)).length
    const { wins } = await race(8, () => save(otherAccount))
    expect(wins).toBe(1)
    expect(await mailsTo(market, admin)).toHaveLength(mails + 1)
  })
})

describe('the same account at two organizations', () => {
  it('is saved, and staff are told without a number', async () => {
    const staff = await market.staff()
    const account = { ...form, accountNumber: '555444333222', taxId: '77-1234567' }
    await save(account)
    expect(await titlesFor(staff)).toEqual([])
    const other = await market.member('vendor')
    const head = await market.colleague(other, 'administrator')
    await save(account, head)
    const told = (await staff.api.notifications.list({ limit: 20 })).items
    expect(told.map(({ title }) => title).sort()).toEqual([
      'Same bank account at several organizations',
      'Same tax ID at several organizations',
    ])
    expect(JSON.stringify(told)).not.toMatch(/555444333222|77-?1234567/)
    expect(await titlesFor(head)).toEqual(['Bank account added'])
  })
})
