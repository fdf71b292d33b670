/** Walks pages of a deal as each role: an act is offered exactly where the table of roles allows its call. */
import {
  type MemberRole,
  memberRoleNames,
  needsOf,
  permissionsOf,
  rolesOfSides,
} from '@semblance/contract'
import { disputeAs, disputedContract } from '@testing/dispute-answers.ts'
import type { Answers } from '@testing/fake-api.ts'
import { dprPage, receivedOffers, sentOfferPage } from '@testing/page-answers.ts'
import { renderPage } from '@testing/render.tsx'
import { casesOf } from '@testing/test-length.ts'
import { client, type Viewer, vendor } from '@testing/viewers.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'

type Role = MemberRole | 'viewer' | 'administrator'
type Walk = { path: string; of: Viewer; answers: Answers; acts: Record<string, string> }
const delivered: Answers = {
  'deliveries.dataset': {
    dprId: 'DPR-1001',
    contractStatus: 'pending_review',
    changeRequestsLeft: 2,
    files: [{ name: 'adult.csv', bytes: 2000 }],
    priceCents: 18_500_00n,
    heldCents: 18_500_00n,
  },
  'deliveries.fetched': { items: [] },
  'certificates.list': { items: [] },
  'draws.rights': { term: null },
  'previews.ofDelivery': { tables: [] },
}
const walks: Walk[] = [
  {
    ...{ path: '/vendor-offers/DPR-1001', of: client, answers: receivedOffers({}) },
    acts: {
      'Accept Offer': 'offers.accept',
      'Reject Offer': 'offers.reject',
      'Propose Changes': 'negotiation.propose',
    },
  },
  {
    ...{ path: '/download/DPR-1001', of: client, answers: delivered },
    acts: {
      'Download All Files and Release Escrow': 'deliveries.release',
      'Request Changes': 'deliveries.requestChanges',
    },
  },
  {
    ...{ path: '/dpr-details/DPR-1001', of: client, answers: dprPage() },
    acts: { Duplicate: 'dprs.create' },
  },
  {
    ...{ path: '/contract-dispute/CTR-2001', of: client },
    answers: disputedContract('client', disputeAs('client')),
    acts: { 'Withdraw Dispute': 'disputes.withdraw' },
  },
  {
    ...{ path: '/offer-details/OFF-3001', of: vendor, answers: sentOfferPage() },
    acts: { 'Withdraw Offer': 'offers.withdraw', 'Edit Offer': 'offers.edit' },
  },
]

/** Returns the viewer with one role or none, or as the administrator that it is. */
function asRole(viewer: Viewer, role: Role): Viewer {
  if (role === 'administrator') return viewer
  const roles = viewer.roles.filter((one) => one !== 'admin')
  return { ...viewer, roles, memberRoles: role === 'viewer' ? [] : [role] }
}

function mayCall(role: Role, call: string): boolean {
  const needs = needsOf(call, 'POST')
  const roles = role === 'viewer' || role === 'administrator' ? [] : [role]
  const held = permissionsOf(roles, role === 'administrator')
  return needs !== null && needs !== 'own' && needs.some((one) => held.includes(one))
}

const act = (name: string) =>
  page
    .getByRole('button', { name, exact: true })
    .or(page.getByRole('link', { name, exact: true }))
    .first()

const cases = walks.flatMap((walk) => {
  const offered = rolesOfSides(walk.of.organization ?? { isClient: false, isVendor: false })
  const roles = memberRoleNames.filter((role) => offered.includes(role))
  const calls = Object.values(walk.acts)
  const mayAct = (role: MemberRole) => calls.some((call) => mayCall(role, call))
  const first: Role[] = ['viewer', ...roles.filter(mayAct).slice(0, 1)]
  const others = (['administrator', ...roles] as const).filter((role) => !first.includes(role))
  return casesOf<Role>(first, others).map((role) => ({ ...walk, role }))
})

test.each(cases)('$path offers $role what the role allows', { tags: 'scaled' }, async (walk) => {
  const { path, of, answers, acts, role } = walk
  await renderPage(path, { viewer: asRole(of, role), answers })
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  for (const [name, call] of Object.entries(acts)) {
    const found = expect.element(act(name))
    await (mayCall(role, call) ? found.toBeVisible() : found.not.toBeInTheDocument())
  }
})
