/** Walks the pages as each role: an act is offered exactly where the table of roles allows its call. */
import {
  type MemberRole,
  memberRoleNames,
  needsOf,
  permissionsOf,
  rolesOfSides,
  type Side,
} from '@semblance/contract'
import { beforeAll, expect, inject, test } from 'vitest'
import { routes } from '../../apps/web/src/routes.ts'
import { type Person, usePeople } from '../support/browser.ts'
import { newColleague, trade, type WalkRecords } from '../support/crawl-fixtures.ts'
import { type Member, newMember } from '../support/deal-fixtures.ts'
import { newSignedIn } from '../support/sessions.ts'

const people = usePeople()
const url = inject('url')

type Act = { name: RegExp; call: string }
/** Lists acts that a page of a side offers by role; an address names a record. */
const acts: Record<Side, Record<string, Act[]>> = {
  client: {
    '/dpr-details/:openDpr': [
      { name: /^Duplicate/, call: 'dprs.create' },
      { name: /^More for Open/, call: 'dprs.extend' },
    ],
    '/vendor-offers/:offeredDpr': [
      { name: /^Accept Offer/, call: 'offers.accept' },
      { name: /^Reject Offer/, call: 'offers.reject' },
      { name: /^Propose Changes/, call: 'negotiation.propose' },
    ],
    '/download/:deliveredDpr': [
      { name: /^Download All Files and Release/, call: 'deliveries.release' },
      { name: /^Request Changes/, call: 'deliveries.requestChanges' },
    ],
    '/contract-details/:contract': [
      { name: /^Add Milestone/, call: 'milestones.add' },
      { name: /^Cancel Contract/, call: 'payments.cancel' },
    ],
    '/contract-dispute/:disputedContract': [
      { name: /^Accept$/, call: 'disputes.accept' },
      { name: /^Counter$/, call: 'disputes.propose' },
      { name: /^Withdraw Dispute/, call: 'disputes.withdraw' },
    ],
    '/manage-dprs?tab=drafts': [{ name: /^Continue A draft/, call: 'dprs.saveDraft' }],
    '/organization-settings': [{ name: /^Invite/, call: 'organizations.inviteMember' }],
  },
  vendor: {
    '/offer-details/:pendingOffer': [
      { name: /^Withdraw Offer/, call: 'offers.withdraw' },
      { name: /^Edit Offer/, call: 'offers.edit' },
    ],
    '/contract-details/:contract': [{ name: /^Add Milestone/, call: 'milestones.add' }],
    '/contract-dispute/:disputedContract': [
      { name: /^Answer$/, call: 'disputes.answer' },
      { name: /^Withdraw Proposal/, call: 'disputes.retract' },
    ],
    '/vendor-earnings': [{ name: /^Payout Schedule/, call: 'payouts.setSchedule' }],
    '/organization-settings': [{ name: /^Invite/, call: 'organizations.inviteMember' }],
  },
}

type Walker = { person: Person; side: Side; role: MemberRole | null; isAdministrator: boolean }
let traded: WalkRecords
const walkers = new Map<string, Walker>()
const sides: Record<Side, { isClient: boolean; isVendor: boolean }> = {
  client: { isClient: true, isVendor: false },
  vendor: { isClient: false, isVendor: true },
}
const kinds = (['client', 'vendor'] as const).flatMap((side) => [
  `${side}: administrator`,
  `${side}: viewer`,
  ...memberRoleNames
    .filter((role) => rolesOfSides(sides[side]).includes(role))
    .map((role) => `${side}: ${role}`),
])

beforeAll(async () => {
  const members = { client: await newMember(url, 'client'), vendor: await newMember(url, 'vendor') }
  traded = await trade(members.client, members.vendor)
  for (const kind of kinds) walkers.set(kind, await walkerOf(kind, members))
}, 400_000)

async function walkerOf(kind: string, members: Record<Side, Member>): Promise<Walker> {
  const [side, name] = kind.split(': ') as [Side, string]
  const admin = members[side]
  const role = memberRoleNames.find((one) => one === name) ?? null
  const isAdministrator = name === 'administrator'
  if (isAdministrator)
    return { person: await newSignedIn(people, admin), side, role, isAdministrator }
  const colleague = await newColleague(admin)
  const { items } = await admin.api.organizations.listMembers({ limit: 50 })
  const { id } = items.find(({ email }) => email === colleague.email) ?? { id: '' }
  await admin.api.organizations.setMemberRoles({ id, roles: role ? [role] : [] })
  return { person: await newSignedIn(people, colleague), side, role, isAdministrator }
}

function mayCall({ role, isAdministrator }: Walker, call: string): boolean {
  const needs = needsOf(call, 'POST')
  if (needs === 'own' || needs === null) return needs === 'own'
  const held = permissionsOf(role ? [role] : [], isAdministrator)
  return needs.some((permission) => held.includes(permission))
}

const fillIn = (path: string) =>
  path.replace(/:(\w+)/g, (_, name: string) => traded[name as keyof WalkRecords])

test.each(kinds)(
  '%s is offered what the role allows, and nothing else',
  async (kind) => {
    const walker = walkers.get(kind)
    if (!walker) throw new Error(`Nobody walks as ${kind}.`)
    const { page, settled } = walker.person
    const faults: string[] = []
    for (const [path, offered] of Object.entries(acts[walker.side])) {
      await page.goto(fillIn(path))
      await settled()
      for (const { name, call } of offered) {
        const act = page.getByRole('button', { name }).or(page.getByRole('link', { name }))
        const isOffered = await act.first().isVisible()
        if (isOffered !== mayCall(walker, call))
          faults.push(`${path}: ${name.source} is ${isOffered ? '' : 'not '}offered`)
      }
    }
    expect(faults).toEqual([])
    people.expectNoConsoleErrors()
  },
  300_000,
)

test.each(kinds)(
  '%s opens every page without a refused call',
  async (kind) => {
    const walker = walkers.get(kind)
    if (!walker) throw new Error(`Nobody walks as ${kind}.`)
    const { page, settled } = walker.person
    const refused: string[] = []
    page.on('response', (response) => {
      if (response.status() === 403 && response.url().includes('/api/'))
        refused.push(`${new URL(page.url()).pathname}: ${new URL(response.url()).pathname}`)
    })
    for (const { path } of routes.filter((route) => !/[:*]/.test(route.path))) {
      if (/admin|auth|sign|reset|forgot/.test(path)) continue
      await page.goto(path)
      await settled()
    }
    expect(refused).toEqual([])
  },
  300_000,
)
