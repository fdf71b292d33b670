/** The people in front of the page. */
import {
  type Viewer as ContractViewer,
  type MemberRole,
  type Membership,
  permissionsOf,
  type Role,
  usualRoles,
} from '@semblance/contract'
import type { Session } from '@supabase/supabase-js'
import type { Profile } from '@/lib/session/account.ts'
import { exampleDate, uuid } from './example.ts'

export type Viewer = {
  id: string
  email: string
  firstName: string
  lastName: string
  roles: Role[]
  /** The usual ones when left out. */
  memberRoles?: readonly MemberRole[]
  membership: Membership
  organization: NonNullable<ContractViewer['organization']> | null
  /** Nothing when left out. */
  legalDue?: ContractViewer['legalDue']
}

function member(number: number, changes: Partial<Viewer>): Viewer {
  return {
    id: uuid(900 + number),
    email: `robin${number}@example.test`,
    firstName: 'Robin',
    lastName: 'Example',
    roles: [],
    membership: 'active',
    organization: null,
    ...changes,
  }
}

const organization = { isClient: false, isVendor: false, isSample: false }

/** Holds an administrator of an organization that buys. */
export const client = member(1, {
  email: 'client@example.test',
  roles: ['client', 'admin'],
  organization: {
    ...organization,
    name: 'Halden Retail',
    organizationId: 'ORG-10001-BUYER',
    isClient: true,
  },
})

/** Holds an administrator of an organization that sells. */
export const vendor = member(2, {
  email: 'vendor@example.test',
  roles: ['vendor', 'admin'],
  organization: {
    ...organization,
    name: 'Meridian Synthetics',
    organizationId: 'ORG-10002-SELLR',
    isVendor: true,
  },
})

/** Holds an administrator of an organization that does both. */
export const trader = member(3, {
  email: 'trader@example.test',
  roles: ['client', 'vendor', 'admin'],
  organization: {
    ...organization,
    name: 'Both Sides',
    organizationId: 'ORG-10003-BOTHS',
    isClient: true,
    isVendor: true,
  },
})

/** Describes a member of the provider's compliance staff. */
export const staff = member(4, { email: 'staff@example.test', roles: ['super_admin'] })

export const viewerAnswer = (viewer: Viewer | null): ContractViewer => ({
  userId: viewer?.id ?? null,
  roles: viewer?.roles ?? [],
  may: viewer?.organization
    ? [...permissionsOf(viewer.memberRoles ?? usualRoles, viewer.roles.includes('admin'))]
    : [],
  membership: viewer?.membership ?? null,
  organization: viewer?.organization ?? null,
  legalDue: viewer?.legalDue ?? [],
})

export const profileOf = (viewer: Viewer): Profile => ({
  user_id: viewer.id,
  email: viewer.email,
  first_name: viewer.firstName,
  last_name: viewer.lastName,
  company_name: viewer.organization?.name ?? '',
  job_title: null,
  phone: null,
  organization: viewer.organization && uuid(800),
  membership: viewer.membership,
  created_at: exampleDate.toISOString(),
})

let sessions = 0

const base64Url = (text: string) =>
  btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')

/** Returns a new session, as the account server gives after a sign-in. */
export function sessionOf(viewer: Viewer): Session {
  const expires_in = 24 * 60 * 60
  const expires_at = Math.floor(Date.now() / 1000) + expires_in
  sessions += 1
  const claims = {
    session_id: uuid(sessions),
    sub: viewer.id,
    email: viewer.email,
    exp: expires_at,
    aal: 'aal1',
  }
  return {
    access_token: ['{"alg":"none"}', JSON.stringify(claims), 'signature'].map(base64Url).join('.'),
    refresh_token: `refresh-${viewer.id}`,
    token_type: 'bearer',
    expires_in,
    expires_at,
    user: {
      id: viewer.id,
      email: viewer.email,
      aud: 'authenticated',
      created_at: exampleDate.toISOString(),
      app_metadata: {},
      user_metadata: {},
    },
  }
}
