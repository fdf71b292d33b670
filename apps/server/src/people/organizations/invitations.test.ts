import { randomUUID } from 'node:crypto'
import type { ErrorCode } from '@semblance/contract'
import { beforeEach, describe, expect, it } from 'vitest'
import { expectRefusals } from '../../../testing/fixtures/deal-fixtures.ts'
import type { Api, Person } from '../../../testing/fixtures/market-fixtures.ts'
import { useMarket } from '../../../testing/fixtures/use-market.ts'
import { system } from '../../platform/database/db.ts'

const { market } = await useMarket({})
let member: Person
let admin: Person
beforeEach(async () => {
  member = await market.member('client')
  admin = await market.colleague(member, 'administrator')
})

const newEmail = () => `${randomUUID()}@people.test`

const lastMailTo = (address: string) =>
  market.platform.db.transaction(system, (tx) =>
    tx
      .selectFrom('app.mails')
      .selectAll()
      .where('recipient', '=', address)
      .orderBy('id', 'desc')
      .executeTakeFirst(),
  )

async function followLastMail(email: string): Promise<URL> {
  const mail = await lastMailTo(email)
  const link = new URL(/https?:\/\/\S+/.exec(mail!.text_body)![0])
  const answer = await market.fetch(link.pathname + link.search, { redirect: 'manual' })
  return new URL(answer.headers.get('location')!)
}

const viewerWith = async (token: string) => {
  const headers = { authorization: `Bearer ${token}` }
  return await (await market.fetch('/api/viewer', { headers })).json()
}

const invite = (email: string) => admin.api.organizations.inviteMember({ email })

/** Moves the last mail of an invitation into the past. */
const letTimePass = (email: string, ms: number) =>
  market.platform.db.transaction(system, async (tx) => {
    const change = tx.updateTable('invitations').where('email', '=', email)
    await change.set({ sent_at: new Date(Date.now() - ms) }).execute()
  })

describe('an invitation', () => {
  it('makes an active member of whoever follows its link', async () => {
    const email = newEmail()
    const invitation = await invite(email.toUpperCase())
    expect(invitation).toMatchObject({ email })
    expect((await admin.api.organizations.listRequests({ limit: 5 })).items).toEqual([])
    const target = await followLastMail(email)
    const token = new URLSearchParams(target.hash.slice(1)).get('access_token')!
    expect(await viewerWith(token)).toMatchObject({ membership: 'active', roles: ['client'] })
    expect((await admin.api.organizations.listInvitations({ limit: 5 })).items).toEqual([])
  })

  it('can be accepted by somebody who has an account, after signing in', async () => {
    const guest = await market.stranger()
    await invite(guest.email)
    expect((await lastMailTo(guest.email))?.subject).toMatch(/invites you to join/)
    const [received] = (await guest.api.organizations.receivedInvitations({})).items
    expect(received?.organizationName).toBe((await member.api.organizations.get()).name)
    const viewer = await guest.api.organizations.acceptInvitation({ id: received!.id })
    expect(viewer).toMatchObject({ membership: 'active', roles: ['client'] })
    expect(viewer.organization?.organizationId).toBe(member.organization.organizationId)
    await expect(
      guest.api.organizations.acceptInvitation({ id: received!.id }),
    ).rejects.toMatchObject({ code: 'not_found' })
  })

  it('answers the same whether or not the address has an account', async () => {
    const known = await market.member('vendor')
    const answers = [await invite(known.email), await invite(newEmail())]
    const [first, second] = answers.map((answer) => Object.keys(answer))
    expect(first).toEqual(second)
  })

  it('is listed with its sender until accepted, and can be withdrawn', async () => {
    const guest = await market.stranger()
    const { id } = await invite(guest.email)
    const { items } = await admin.api.organizations.listInvitations({ limit: 5 })
    expect(items.map((item) => item.id)).toEqual([id])
    await admin.api.organizations.revokeInvitation({ id })
    expect((await guest.api.organizations.receivedInvitations({})).items).toEqual([])
    await expect(guest.api.organizations.acceptInvitation({ id })).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  it('is sent again after a minute, not before', async () => {
    const email = newEmail()
    const { id } = await invite(email)
    await expect(invite(email)).rejects.toMatchObject({ code: 'too_many_requests' })
    await letTimePass(email, 61_000)
    expect((await invite(email)).id).toBe(id)
  })

  it('ends after a week', async () => {
    const guest = await market.stranger()
    const { id } = await invite(guest.email)
    await market.platform.db.transaction(system, (tx) =>
      tx.updateTable('invitations').set({ expires_at: new Date() }).where('id', '=', id).execute(),
    )
    expect((await guest.api.organizations.receivedInvitations({})).items).toEqual([])
  })

  it('is refused for somebody who is inside already', async () => {
    await expect(invite(member.email)).rejects.toMatchObject({ code: 'already_member' })
  })

  it('does not bring back somebody who was deactivated', async () => {
    const guest = await market.stranger()
    await invite(guest.email)
    const [received] = (await guest.api.organizations.receivedInvitations({})).items
    await guest.api.organizations.acceptInvitation({ id: received!.id })
    await admin.api.organizations.deactivateMember({ id: guest.userId })
    const { data } = await market.supabase.auth.signInWithPassword({
      email: guest.email,
      password: 'correct horse',
    })
    const answer = await market.fetch('/api/invitations', {
      headers: { authorization: `Bearer ${data.session!.access_token}` },
    })
    expect(await answer.json()).toEqual({ items: [], nextCursor: null })
    await expect(invite(guest.email)).rejects.toMatchObject({ code: 'already_member' })
  })
})

describe('invitations cannot', () => {
  it('be sent, listed or withdrawn by anybody but an administrator of the organization', async () => {
    const { id } = await invite(newEmail())
    const rival = await market.colleague(await market.member('vendor'), 'administrator')
    const refusals: [Api, ErrorCode][] = [
      [market.visitor, 'sign_in_required'],
      [(await market.stranger()).api, 'membership_pending'],
      [(await market.staff()).api, 'membership_pending'],
      [member.api, 'not_permitted'],
    ]
    for (const [api, code] of refusals)
      await expectRefusals(
        [
          api.organizations.inviteMember({ email: newEmail() }),
          api.organizations.listInvitations({ limit: 5 }),
          api.organizations.revokeInvitation({ id }),
        ],
        code,
      )
    await expect(rival.api.organizations.revokeInvitation({ id })).rejects.toMatchObject({
      code: 'not_found',
    })
    expect((await rival.api.organizations.listInvitations({ limit: 5 })).items).toEqual([])
  })

  it('be accepted by somebody else, or by a member of another organization', async () => {
    const elsewhere = await market.member('vendor')
    const { id } = await invite(elsewhere.email)
    const other = await market.stranger()
    await expect(other.api.organizations.acceptInvitation({ id })).rejects.toMatchObject({
      code: 'not_found',
    })
    await expect(elsewhere.api.organizations.acceptInvitation({ id })).rejects.toMatchObject({
      code: 'other_organization',
    })
    await expectRefusals(
      [
        market.visitor.organizations.acceptInvitation({ id }),
        market.visitor.organizations.receivedInvitations({}),
      ],
      'sign_in_required',
    )
  })
})
