import { MAX_SAVED_SEARCHES } from '@semblance/contract'
import { describe, expect, it } from 'vitest'
import { expectRefusal, postDpr } from '../../../testing/fixtures/deal-fixtures.ts'
import type { Person } from '../../../testing/fixtures/market-fixtures.ts'
import { useMarket } from '../../../testing/fixtures/use-market.ts'
import { system } from '../../platform/database/db.ts'
import { marketJobs } from './jobs.ts'

const { market, client } = await useMarket({ client: 'client' })

describe('saved searches', () => {
  it('are kept with their name, listed newest first, changed and deleted', async () => {
    const { api } = await market.member('vendor')
    const first = await api.market.saveSearch({
      name: 'Fraud',
      search: 'card fraud',
      category: 'finance',
      sort: 'deadline',
    })
    const second = await api.market.saveSearch({ name: 'Everything', alerts: false })
    expect(first).toMatchObject({
      name: 'Fraud',
      search: 'card fraud',
      category: 'finance',
      sort: 'deadline',
      alerts: true,
      matchedAt: null,
    })
    expect(second).toMatchObject({ search: '', category: 'all', sort: 'newest', alerts: false })
    const page = await api.market.savedSearches({ limit: 1 })
    expect(page.items.map(({ id }) => id)).toEqual([second.id])
    const next = await api.market.savedSearches({ limit: 1, cursor: page.nextCursor! })
    expect(next.items.map(({ id }) => id)).toEqual([first.id])
    expect(next.nextCursor).toBeNull()

    expect(await api.market.changeSearch({ id: first.id, name: 'Card fraud' })).toMatchObject({
      name: 'Card fraud',
      alerts: true,
    })
    expect(await api.market.changeSearch({ id: first.id, alerts: false })).toMatchObject({
      name: 'Card fraud',
      alerts: false,
    })
    await api.market.removeSearch({ id: first.id })
    expect((await api.market.savedSearches({})).items.map(({ id }) => id)).toEqual([second.id])
    await expectRefusal(api.market.removeSearch({ id: first.id }), 'not_found')
  })

  it('are refused without a name, or with nothing to change, and nothing is kept', async () => {
    const { api } = await market.member('vendor')
    await expect(api.market.saveSearch({ name: '  ' })).rejects.toMatchObject({
      code: 'bad_input',
      data: { field: 'name' },
    })
    expect((await api.market.savedSearches({})).items).toEqual([])
    const { id } = await api.market.saveSearch({ name: 'All' })
    await expectRefusal(api.market.changeSearch({ id }), 'bad_input')
    await expect(api.market.changeSearch({ id, name: '' })).rejects.toMatchObject({
      data: { field: 'name' },
    })
  })

  it('are at most fifty, however many are saved at once', { tags: 'long' }, async () => {
    const { api } = await market.member('vendor')
    const results = await Promise.allSettled(
      Array.from({ length: MAX_SAVED_SEARCHES + 5 }, (_, index) =>
        api.market.saveSearch({ name: `Search ${index}` }),
      ),
    )
    const refused = results.filter((result) => result.status === 'rejected')
    expect(refused.map(({ reason }) => reason.code)).toEqual(Array(5).fill('too_many_searches'))
    expect((await api.market.savedSearches({ limit: 100 })).items).toHaveLength(MAX_SAVED_SEARCHES)
  })

  it('are a person’s own: a colleague cannot read, change or delete them', async () => {
    const owner = await market.member('vendor')
    const { id } = await owner.api.market.saveSearch({ name: 'Mine' })
    for (const other of [await market.colleague(owner, 'member'), await market.member('vendor')]) {
      expect((await other.api.market.savedSearches({})).items).toEqual([])
      await expectRefusal(other.api.market.changeSearch({ id, name: 'Theirs' }), 'not_found')
      await expectRefusal(other.api.market.removeSearch({ id }), 'not_found')
    }
  })

  it('a visitor, and whoever has no organization, cannot save any', async () => {
    const id = '00000000-0000-4000-8000-000000000000'
    const { visitor } = market
    await expectRefusal(visitor.market.savedSearches({}), 'sign_in_required')
    await expectRefusal(visitor.market.saveSearch({ name: 'A' }), 'sign_in_required')
    await expectRefusal(visitor.market.changeSearch({ id, name: 'A' }), 'sign_in_required')
    await expectRefusal(visitor.market.removeSearch({ id }), 'sign_in_required')
    const stranger = await market.stranger()
    await expectRefusal(stranger.api.market.saveSearch({ name: 'A' }), 'membership_pending')
  })
})

describe('alerts', () => {
  it('tell the owners of matching searches, once each, in the application and by mail', async () => {
    const vendor = await market.member('vendor')
    const quiet = await market.member('vendor')
    const { api } = vendor
    const matching = await api.market.saveSearch({ name: 'Narwhals', search: 'narwhal track' })
    await api.market.saveSearch({ name: 'All of IoT', category: 'iot' })
    const others = [
      await api.market.saveSearch({ name: 'Other word', search: 'walrus' }),
      await api.market.saveSearch({
        name: 'Other category',
        search: 'narwhal',
        category: 'retail',
      }),
    ]
    await api.market.saveSearch({ name: 'Muted', search: 'narwhal', alerts: false })
    await quiet.api.market.saveSearch({ name: 'Sea', search: 'narwhal' })
    await quiet.api.settings.updateNotificationPreferences({
      emailNotifications: false,
      pushNotifications: false,
      marketingEmails: false,
      securityAlerts: true,
    })
    const dprId = await postDpr(client, { title: 'Narwhal Tracks', category: 'iot' })
    await runMatch(dprId)
    await runMatch(dprId) // a job may run twice

    expect(await noticesOf(vendor)).toMatchObject([
      {
        title: 'New DPR for your saved search',
        message: expect.stringContaining('matches “Narwhals” and 1 more search.'),
        path: `/submit-offer/${dprId}`,
      },
    ])
    expect(await noticesOf(quiet)).toHaveLength(1)
    const mails = await mailsTo(vendor)
    expect(mails).toHaveLength(1)
    expect(mails[0]!.subject).toContain('New DPR for your saved search')
    for (const shown of ['Narwhal Tracks', 'Narwhals']) expect(mails[0]!.text_body).toContain(shown)
    expect(await mailsTo(quiet)).toEqual([])
    const { items } = await api.market.savedSearches({})
    const matchedAt = (id: string) => items.find((search) => search.id === id)!.matchedAt
    expect(matchedAt(matching.id)).toBeInstanceOf(Date)
    expect(others.map(({ id }) => matchedAt(id))).toEqual([null, null])
  })

  it('never tell of one’s own organization’s request, nor of one older than the search', async () => {
    const both = await market.member('both')
    await both.api.market.saveSearch({ name: 'Ours', search: 'ownership' })
    await runMatch(await postDpr(both, { title: 'Ownership records' }))
    const older = await postDpr(client, { title: 'Elderly records' })
    await both.api.market.saveSearch({ name: 'Late', search: 'elderly' })
    await runMatch(older)
    expect(await noticesOf(both)).toEqual([])
  })

  it('never reach somebody who has left the organization', async () => {
    const left = await market.member('vendor')
    await left.api.market.saveSearch({ name: 'Gone', search: 'departure' })
    await market.platform.db.transaction(system, (tx) =>
      tx
        .updateTable('profiles')
        .set({ membership: 'deactivated' })
        .where('user_id', '=', left.userId)
        .execute(),
    )
    await runMatch(await postDpr(client, { title: 'Departure times' }))
    expect(await noticesOf(left)).toEqual([])
  })

  it('are asked for when a request is posted', async () => {
    const dprId = await postDpr(client)
    const { rows } = await market.platform.db.pool.query(
      `select 1 from graphile_worker.jobs j join graphile_worker._private_jobs p using (id)
       where j.task_identifier = 'search.match' and p.payload ->> 'dprId' = $1`,
      [dprId],
    )
    expect(rows).toHaveLength(1)
  })
})

async function runMatch(dprId: string) {
  await marketJobs(market.platform)['search.match']!({ dprId }, {} as never)
}

async function noticesOf({ userId }: Person) {
  return await market.platform.db.transaction(system, (tx) =>
    tx
      .selectFrom('notifications')
      .select(['title', 'message', 'path'])
      .where('user_id', '=', userId)
      .execute(),
  )
}

async function mailsTo({ email }: Person) {
  return await market.platform.db.transaction(system, (tx) =>
    tx
      .selectFrom('app.mails')
      .select(['subject', 'text_body'])
      .where('recipient', '=', email)
      .execute(),
  )
}
