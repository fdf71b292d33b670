import { expect, it } from 'vitest'
import type { Person } from '../../../testing/fixtures/market-fixtures.ts'
import { useMarket } from '../../../testing/fixtures/use-market.ts'
import { system } from '../../platform/database/db.ts'
import { notify } from './service.ts'

const { market, reader, stranger } = await useMarket({ reader: 'client', stranger: 'vendor' })

async function notifyMember(title: string, mail = false): Promise<void> {
  const { platform } = market
  await platform.db.transaction(system, (tx) =>
    notify(
      { tx, platform },
      {
        organizationId: reader.organization.id,
        type: 'offer',
        title,
        message: 'News',
        path: '/vendor-offers',
        mail,
      },
    ),
  )
}

const unread = async ({ api }: Person) => (await api.notifications.list({ limit: 20 })).unreadCount

it('a notice reaches the members of its organization and nobody else', async () => {
  await notifyMember('New offer received')
  const { items } = await reader.api.notifications.list({ limit: 20 })
  expect(items[0]).toMatchObject({
    title: 'New offer received',
    read: false,
    path: '/vendor-offers',
  })
  expect((await stranger.api.notifications.list({ limit: 20 })).items).toEqual([])
  expect((await market.visitor.notifications.list({ limit: 20 })).items).toEqual([])
})

it('a notice goes out by mail when asked, with an absolute link', async () => {
  await notifyMember('Mailed', true)
  const mails = await market.platform.db.transaction(system, (tx) =>
    tx.selectFrom('app.mails').selectAll().where('recipient', '=', reader.email).execute(),
  )
  expect(mails.map((mail) => mail.subject)).toEqual(['Mailed'])
  expect(mails[0]!.text_body).toContain('http://semblance.test/vendor-offers')
})

it('notices are read one by one or all together, and can be deleted', async () => {
  await notifyMember('First')
  await notifyMember('Second')
  const before = await unread(reader)
  const { items } = await reader.api.notifications.list({ limit: 1 })
  await reader.api.notifications.markRead({ id: items[0]!.id })
  expect(await unread(reader)).toBe(before - 1)
  await reader.api.notifications.markAllRead()
  expect(await unread(reader)).toBe(0)
  await reader.api.notifications.remove({ id: items[0]!.id })
  expect((await reader.api.notifications.list({ limit: 1 })).items[0]?.id).not.toBe(items[0]!.id)
})

it('a notice and what becomes of it are told live, to the person alone', async () => {
  const events = () =>
    market.platform.db.transaction(system, (tx) =>
      tx.selectFrom('app.events').select(['topic', 'user_id', 'payload']).orderBy('id').execute(),
    )
  const before = (await events()).length
  await notifyMember('Live')
  const { items } = await reader.api.notifications.list({ limit: 1 })
  const id = items[0]!.id
  await reader.api.notifications.markRead({ id })
  await reader.api.notifications.markAllRead()
  await reader.api.notifications.remove({ id })
  const user_id = reader.userId
  const added = { topic: 'notification.added', user_id, payload: { id } }
  const changed = { topic: 'notification.changed', user_id, payload: {} }
  const told = (await events()).slice(before)
  expect(told[0]).toEqual(added)
  expect(told.slice(1).every((event) => event.topic === changed.topic)).toBe(true)
  expect(told.at(-1)).toEqual(changed)
})

it("somebody else's notices cannot be read or deleted", async () => {
  await notifyMember('Private')
  const { items } = await reader.api.notifications.list({ limit: 1 })
  const id = items[0]!.id
  await expect(stranger.api.notifications.markRead({ id })).rejects.toMatchObject({
    code: 'not_found',
  })
  await expect(stranger.api.notifications.remove({ id })).rejects.toMatchObject({
    code: 'not_found',
  })
  await expect(market.visitor.notifications.remove({ id })).rejects.toMatchObject({
    code: 'sign_in_required',
  })
  expect((await reader.api.notifications.list({ limit: 1 })).items[0]).toMatchObject({
    id,
    read: false,
  })
})
