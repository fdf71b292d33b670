import type { NotificationPreferences } from '@semblance/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { expectRefusals } from '../../../testing/fixtures/deal-fixtures.ts'
import {
  type Market,
  openTestMarket,
  PASSWORD,
  type Person,
} from '../../../testing/fixtures/market-fixtures.ts'
import { notify } from '../../core/notifications/service.ts'
import { system } from '../../platform/database/db.ts'

let market: Market
let person: Person
beforeAll(async () => {
  market = await openTestMarket()
})
beforeEach(async () => {
  person = await market.member('client')
})
afterAll(() => market.close())

/** Another session of the same person, and the answers it gets. */
async function signInAgain(userAgent: string) {
  const answer = await market.fetch('/auth/v1/token?grant_type=password', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': userAgent },
    body: JSON.stringify({ email: person.email, password: PASSWORD }),
  })
  const { access_token } = (await answer.json()) as { access_token: string }
  const headers = { authorization: `Bearer ${access_token}` }
  return async () => (await market.fetch('/api/viewer', { headers })).status
}

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0'

describe('the own profile', () => {
  it('keeps the full name as it was entered', async () => {
    const { settings } = person.api
    const form = { fullName: 'Ada Augusta  King', jobTitle: 'Head of Data', phone: '+1 555 0100' }
    const changed = await settings.updateProfile(form)
    expect(changed).toMatchObject({ ...form, fullName: 'Ada Augusta King', email: person.email })
    expect(await settings.getProfile()).toEqual(changed)
    const plain = await settings.updateProfile({ fullName: 'Plato', jobTitle: '', phone: null })
    expect(plain).toMatchObject({ fullName: 'Plato', jobTitle: null, phone: null })
  })

  it('says where the person works and since when', async () => {
    const { name } = await person.api.organizations.get()
    expect(await person.api.settings.getProfile()).toMatchObject({
      company: name,
      membership: 'active',
      roles: ['client'],
      joinedAt: expect.any(Date),
      mailRefusal: null,
    })
  })

  it('needs a name', async () => {
    await expect(
      person.api.settings.updateProfile({ fullName: ' ', jobTitle: null, phone: null }),
    ).rejects.toMatchObject({ code: 'bad_input', data: { field: 'fullName' } })
  })

  it('follows the e-mail address that the account signs in with', async () => {
    const { onEmailChanged } = await import('../../core/profiles/service.ts')
    await market.platform.db.transaction(system, (tx) =>
      onEmailChanged(tx, { id: person.userId, email: 'new@people.test' }),
    )
    expect((await person.api.settings.getProfile()).email).toBe('new@people.test')
  })
})

describe('notification preferences', () => {
  const chosen: NotificationPreferences = {
    emailNotifications: false,
    pushNotifications: true,
    marketingEmails: false,
    securityAlerts: false,
  }

  it('begin with what most people want, and keep what was chosen', async () => {
    const { settings } = person.api
    expect(await settings.getNotificationPreferences()).toEqual({
      emailNotifications: true,
      pushNotifications: false,
      marketingEmails: true,
      securityAlerts: true,
    })
    await settings.updateNotificationPreferences({ ...chosen, pushNotifications: false })
    expect(await settings.updateNotificationPreferences(chosen)).toEqual(chosen)
    expect(await settings.getNotificationPreferences()).toEqual(chosen)
    const other = await market.colleague(person, 'member')
    expect((await other.api.settings.getNotificationPreferences()).emailNotifications).toBe(true)
  })

  it('decide whether notices come by mail; they are kept in the list in any case', async () => {
    const other = await market.colleague(person, 'member')
    await person.api.settings.updateNotificationPreferences(chosen)
    const { platform } = market
    await platform.db.transaction(system, (tx) =>
      notify(
        { tx, platform },
        {
          organizationId: person.organization.id,
          type: 'offer',
          title: 'New offer received',
          message: 'News',
          path: '/vendor-offers',
          mail: true,
        },
      ),
    )
    const mails = await platform.db.transaction(system, (tx) =>
      tx.selectFrom('app.mails').select(['recipient', 'text_body']).execute(),
    )
    expect(mails.filter(({ recipient }) => recipient === person.email)).toEqual([])
    const [mail] = mails.filter(({ recipient }) => recipient === other.email)
    expect(mail?.text_body).toContain('http://semblance.test/notification-settings')
    expect((await person.api.notifications.list({ limit: 1 })).items).toHaveLength(1)
  })

  it('do not hold back mail about the security of the account', async () => {
    await person.api.settings.updateNotificationPreferences(chosen)
    await market.supabase.auth.resetPasswordForEmail(person.email)
    const mails = await market.platform.db.transaction(system, (tx) =>
      tx.selectFrom('app.mails').select('subject').where('recipient', '=', person.email).execute(),
    )
    expect(mails).toEqual([{ subject: 'Reset your password' }])
  })
})

describe('sessions', () => {
  it('are listed with device and place, this one first', async () => {
    await signInAgain(FIREFOX)
    const { items: sessions } = await person.api.settings.listSessions({})
    expect(sessions.map(({ isCurrent }) => isCurrent)).toEqual([true, false])
    expect(sessions[1]).toMatchObject({
      device: 'Firefox on Linux',
      place: 'Unknown', // tests ask the application without a socket
      lastUsedAt: expect.any(Date),
    })
  })

  it('come in pages, each of them once', async () => {
    for (const agent of ['curl/1', 'curl/2', FIREFOX]) await signInAgain(agent)
    const { listSessions } = person.api.settings
    const whole = await listSessions({})
    expect(whole).toMatchObject({ items: { length: 4 }, nextCursor: null })
    for (const limit of [1, 2, 3]) {
      const paged = []
      for (let cursor: string | undefined; ; ) {
        const { items, nextCursor } = await listSessions({ cursor, limit })
        expect(items.length).toBeLessThanOrEqual(limit)
        paged.push(...items)
        if (nextCursor === null) break
        cursor = nextCursor
      }
      expect(paged).toEqual(whole.items)
    }
    await expectRefusals([listSessions({ cursor: 'x' })], 'bad_input')
  })

  it('end one by one', async () => {
    const ask = await signInAgain(FIREFOX)
    const [, other] = (await person.api.settings.listSessions({})).items
    expect(await ask()).toBe(200)
    await person.api.settings.revokeSession({ id: other!.id })
    expect(await ask()).toBe(401)
    await expect(person.api.settings.revokeSession({ id: other!.id })).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  it('end all but this one', async () => {
    const asks = [await signInAgain(FIREFOX), await signInAgain('curl/8')]
    expect(await person.api.settings.revokeOtherSessions()).toEqual({ ended: 2 })
    for (const ask of asks) expect(await ask()).toBe(401)
    expect((await person.api.organizations.viewer()).userId).toBe(person.userId)
  })

  it("cannot be ended or seen by anybody else, not even the organization's administrator", async () => {
    const [own] = (await person.api.settings.listSessions({})).items
    const others = [
      await market.colleague(person, 'administrator'),
      await market.member('vendor'),
      await market.staff(),
    ]
    for (const { api } of others) {
      await expectRefusals([api.settings.revokeSession({ id: own!.id })], 'not_found')
      const ids = (await api.settings.listSessions({})).items.map(({ id }) => id)
      expect(ids).not.toContain(own!.id)
    }
    expect((await person.api.organizations.viewer()).userId).toBe(person.userId)
  })
})

it('settings cannot be read or changed by a visitor', async () => {
  const { settings } = market.visitor
  const id = '00000000-0000-4000-8000-000000000001'
  await expectRefusals(
    [
      settings.getProfile(),
      settings.updateProfile({ fullName: 'Nobody', jobTitle: null, phone: null }),
      settings.getNotificationPreferences(),
      settings.updateNotificationPreferences({
        emailNotifications: true,
        pushNotifications: true,
        marketingEmails: true,
        securityAlerts: true,
      }),
      settings.listSessions({}),
      settings.revokeSession({ id }),
      settings.revokeOtherSessions(),
      settings.exportData(),
      settings.deleteAccount({ email: 'a@b.test' }),
    ],
    'sign_in_required',
  )
})

describe('a sign-in with another browser', () => {
  const alerts = () =>
    market.platform.db.transaction(system, (tx) =>
      tx
        .selectFrom('app.mails')
        .select('text_body')
        .where('recipient', '=', person.email)
        .where('subject', '=', 'New sign-in to your account')
        .execute(),
    )

  it('is reported by mail, once for each browser and not for the first', async () => {
    expect(await alerts()).toEqual([])
    await signInAgain(FIREFOX)
    await signInAgain(FIREFOX)
    const mails = await alerts()
    expect(mails).toHaveLength(1)
    expect(mails[0]!.text_body).toContain('Firefox on Linux')
    expect(mails[0]!.text_body).toContain('/privacy-security')
  })

  it('is not reported to who switched security alerts off', async () => {
    const preferences = await person.api.settings.getNotificationPreferences()
    await person.api.settings.updateNotificationPreferences({
      ...preferences,
      securityAlerts: false,
    })
    await signInAgain(FIREFOX)
    expect(await alerts()).toEqual([])
  })
})
