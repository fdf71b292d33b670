import type { Viewer } from '@semblance/contract'
import { expect, it } from 'vitest'
import { accessNotice } from './access-notice.ts'

const profile = { organization: 'an ID', membership: 'pending', email: 'me@halden.test' } as const
const viewer = (membership: Viewer['membership'], isIn: boolean): Viewer => ({
  userId: null,
  roles: [],
  may: [],
  membership,
  organization: isIn
    ? { name: 'H', organizationId: 'O', isClient: true, isVendor: false, isSample: false }
    : null,
  legalDue: [],
})

it('people who can work read nothing', () => {
  expect(accessNotice(viewer('active', true), { ...profile, membership: 'active' })).toBeNull()
  expect(accessNotice(undefined, null)).toBeNull()
})

it('the others read why they cannot', () => {
  const approval = "Your access is awaiting your organization's approval"
  expect(accessNotice(undefined, profile)).toBe(approval)
  expect(accessNotice(viewer('pending', false), profile)).toBe(approval)
  expect(accessNotice(viewer('active', false), profile)).toContain('suspended')
  expect(accessNotice(viewer('pending', false), { ...profile, organization: null })).toContain(
    'invite me@halden.test',
  )
})
