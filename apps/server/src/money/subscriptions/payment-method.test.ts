import { methodForm } from '@semblance/contract'
import { describe, expect, it } from 'vitest'
import { expectRefusal } from '../../../testing/fixtures/deal-fixtures.ts'
import { mailsTo } from '../../../testing/fixtures/mail-fixtures.ts'
import {
  accountEnding,
  chargesOf,
  type Method,
  methodEnding,
  read,
  useBilling,
} from '../../../testing/fixtures/subscription-fixtures.ts'

const { market, newOrganization, endPeriod, sql, actionsOn } = await useBilling()

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

  it('is told to every administrator when it is added, changed and removed', {
    tags: 'long',
  }, async () => {
    const organization = await newOrganization()
    const { admin } = organization
    await sql(
      `insert into notification_preferences (user_id, email_notifications) values ($1, false)`,
      [admin.userId],
    )
    await admin.api.billing.saveMethod(methodEnding('6789'))
    await admin.api.billing.saveMethod(methodEnding('4321'))
    await admin.api.billing.removeMethod()
    const mails = await mailsTo(market, admin)
    expect(mails.map(({ subject }) => subject.split(':')[0])).toEqual([
      'Payment method added',
      'Payment method changed',
      'Payment method removed',
    ])
    expect(mails[1]!.text_body).toContain('ending in 6789')
    expect(mails[1]!.text_body).toContain('ending in 4321')
    expect(await mailsTo(market, organization)).toEqual([])
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
