/** Tests what each role within an organization may do, procedure by procedure. */
import { isContractProcedure } from '@orpc/contract'
import {
  contract,
  type MemberRole,
  memberRoleNames,
  memberRoles,
  needsOf,
  type Permission,
} from '@semblance/contract'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  dprForm,
  expectRefusals,
  postDpr,
  sendOffer,
} from '../../../testing/fixtures/deal-fixtures.ts'
import type { Api, Person } from '../../../testing/fixtures/market-fixtures.ts'
import { useMarket } from '../../../testing/fixtures/use-market.ts'
import { casesOf } from '../../../testing/test-length.ts'

const { market } = await useMarket({})
let admin: Person
beforeAll(async () => {
  admin = await market.colleague(await market.member('both'), 'administrator')
})

async function memberWith(roles: MemberRole[], of: Person = admin): Promise<Person> {
  const member = await market.colleague(of, 'member')
  const changed = await of.api.organizations.setMemberRoles({ id: member.userId, roles })
  expect(changed.roles).toEqual(roles)
  return member
}

/** Every change that a role decides about, with the permissions of which it needs one. */
const changes = (function list(node: object, path: string[] = []): [string, Permission[]][] {
  return Object.entries(node).flatMap(([key, child]) => {
    if (!isContractProcedure(child)) return list(child, [...path, key])
    const name = [...path, key].join('.')
    const needs = needsOf(name, child['~orpc'].route.method)
    // Calls of Stripe look at the input first: they begin outside of a transaction.
    const isDecided = path[0] !== 'stripe' && needs !== 'own' && !needs?.includes('administer')
    return isDecided ? [[name, [...(needs ?? [])]] as [string, Permission[]]] : []
  })
})(contract)

/** Calls a procedure without any input, which is looked at after the caller's rights. */
async function codeOf(api: Api, name: string): Promise<string> {
  const call = name.split('.').reduce((node: unknown, key) => Reflect.get(node as object, key), api)
  try {
    await (call as (input: object) => Promise<unknown>)({})
    return 'done'
  } catch (error) {
    return (error as { code: string }).code
  }
}

const [shortRole, ...otherRoles] = memberRoleNames

describe.each(casesOf([shortRole, null], otherRoles))(
  'a member whose role is %s',
  { tags: 'scaled' },
  (role) => {
    it('may do what the table says, and nothing else', async () => {
      const { api } = await memberWith(role ? [role] : [])
      const may: readonly Permission[] = role ? memberRoles[role].may : []
      for (const [name, needs] of changes) {
        const isAllowed = needs.some((permission) => may.includes(permission))
        const code = await codeOf(api, name)
        expect(code === 'role_missing', `${name}: ${code}`).toBe(!isAllowed)
        expect(code, name).not.toBe('not_permitted')
      }
      expect((await api.organizations.viewer()).may).toEqual(
        expect.arrayContaining(['read', ...may]),
      )
      expect((await api.dprs.list({ limit: 1 })).items).toEqual([])
    })
  },
)

describe('roles', () => {
  let client: Person
  let vendor: Person
  beforeEach(async () => {
    client = await market.colleague(await market.member('client'), 'administrator')
    vendor = await market.member('vendor')
  })

  it('leave members for whom none were chosen what they could do', async () => {
    const member = await market.colleague(client, 'member')
    const dprId = await postDpr(member)
    const offerId = await sendOffer(vendor, dprId)
    await member.api.offers.accept({ offerId, revision: 1 })
    await expectRefusals([member.api.organizations.listRequests({ limit: 1 })], 'not_permitted')
  })

  it('count from the next call on, and are in the audit log', async () => {
    const member = await memberWith(['requester'], client)
    await postDpr(member)
    await client.api.organizations.setMemberRoles({ id: member.userId, roles: [] })
    await expectRefusals([member.api.dprs.create(dprForm)], 'role_missing')
    const { rows } = await market.platform.db.pool.query(
      `select detail ->> 'roles' as roles from app.audit_log where action = 'member.change_roles' and object = $1 order by seq`,
      [`user:${member.userId}`],
    )
    expect(rows).toEqual([{ roles: 'requester' }, { roles: '' }])
  })

  it('come with an approval, and with an invitation', async () => {
    const pending = await market.colleague(client, 'pending')
    await client.api.organizations.approveRequest({ id: pending.userId, roles: ['finance'] })
    expect((await pending.api.organizations.viewer()).may).toEqual(['read', 'buy', 'finance'])
    const guest = await market.stranger()
    await client.api.organizations.inviteMember({ email: guest.email, roles: ['approver'] })
    const [invitation] = (await guest.api.organizations.receivedInvitations({ limit: 1 })).items
    const viewer = await guest.api.organizations.acceptInvitation({ id: invitation!.id })
    expect(viewer.may).toEqual(['read', 'request', 'buy', 'approve'])
  })

  it('are kept by those who are let back in', async () => {
    const member = await memberWith(['finance'], client)
    await client.api.organizations.deactivateMember({ id: member.userId })
    const back = await client.api.organizations.reactivateMember({ id: member.userId })
    expect(back.roles).toEqual(['finance'])
  })

  it('decide on which side of a conversation one may write', async () => {
    const buyer = await memberWith(['requester'], client)
    const offerId = await sendOffer(vendor, await postDpr(buyer))
    const open = (of: Person, side: 'client' | 'vendor') =>
      of.api.negotiation.open({ offerId, side })
    const { id } = await open(buyer, 'client')
    const say = (of: Person) => of.api.negotiation.send({ conversationId: id, body: 'When?' })
    await say(buyer)
    const engineer = await memberWith(['data_engineer'], client)
    expect((await open(engineer, 'client')).id).toBe(id) // reading is for all
    await expectRefusals([say(engineer)], 'role_missing')
  })

  it('are the administrators’ to give, and only within their organization', async () => {
    const member = await memberWith(['approver'], client)
    const rival = await market.colleague(vendor, 'administrator')
    const give = (api: Api) =>
      api.organizations.setMemberRoles({ id: member.userId, roles: ['finance'] })
    await expectRefusals([give(member.api)], 'not_permitted')
    await expectRefusals([give(rival.api)], 'not_found')
    await expectRefusals([give(market.visitor)], 'sign_in_required')
    await expectRefusals(
      [client.api.organizations.setMemberRoles({ id: member.userId, roles: ['chief' as never] })],
      'bad_input',
    )
  })
})
