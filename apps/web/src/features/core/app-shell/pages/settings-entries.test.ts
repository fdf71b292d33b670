import { expect, it } from 'vitest'
import { groupsFor } from './settings-entries.ts'

const labels = (...viewer: Parameters<typeof groupsFor>) =>
  groupsFor(...viewer).flatMap(({ entries }) => entries.map(({ label }) => label))

const member = (isClient: boolean, ...roles: ('client' | 'vendor' | 'admin')[]) => ({
  membership: 'active' as const,
  roles,
  organization: {
    name: 'Halden',
    organizationId: 'ORG-1',
    isClient,
    isVendor: !isClient,
    isSample: false,
  },
})

it('settings name what a viewer may open: administrators all, buyers approvals, people outside their own', () => {
  const administrator = labels(member(true, 'client', 'admin'))
  expect(administrator).toEqual(
    expect.arrayContaining(['Approvals', 'Single sign-on', 'Audit log', 'Notifications']),
  )
  const other = labels(member(true, 'client'))
  expect(other).toContain('Approvals')
  expect(other).not.toContain('Single sign-on')
  expect(other).not.toContain('Audit log')
  expect(labels(member(false, 'vendor'))).not.toContain('Approvals')
  const own = ['Profile and preferences', 'Privacy and security', 'Notifications']
  expect(labels(null)).toEqual(own)
  expect(labels({ ...member(true), membership: 'pending' })).toEqual(own)
  expect(labels('visitor')).not.toContain('Notifications')
})
