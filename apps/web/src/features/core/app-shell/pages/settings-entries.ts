import type { Viewer } from '@semblance/contract'
import { paths } from '@/paths.ts'

export type SettingsEntry = { label: string; to: string }
type Group = { label: string; entries: readonly SettingsEntry[] }

const personal: Group = {
  label: 'You',
  entries: [
    { label: 'Profile and preferences', to: paths.userSettings },
    { label: 'Privacy and security', to: paths.privacySecurity },
    { label: 'Notifications', to: paths.notificationSettings },
  ],
}

type Reader = Pick<Viewer, 'membership' | 'organization' | 'roles'> | null | 'visitor'

/**
 * Returns the pages of settings for a viewer: those of administrators for administrators, approvals where the
 * organization buys, and a visitor's those of the sample. Null while the viewer is not known: its own alone.
 */
export function groupsFor(viewer: Reader): readonly Group[] {
  if (viewer === 'visitor') return [ofOrganization({ isBuyer: false, isAdministrator: false })]
  const organization = viewer?.membership === 'active' ? viewer.organization : null
  if (!organization) return [personal]
  const isAdministrator = viewer?.roles.includes('admin') ?? false
  return [ofOrganization({ isBuyer: organization.isClient, isAdministrator }), personal]
}

function ofOrganization(of: { isBuyer: boolean; isAdministrator: boolean }): Group {
  const forBuyers = [{ label: 'Approvals', to: paths.approvals }]
  const forAdministrators = [
    { label: 'Single sign-on', to: paths.singleSignOn },
    { label: 'Audit log', to: paths.organizationAuditLog },
  ]
  return {
    label: 'Organization',
    entries: [
      { label: 'Members and profile', to: paths.organizationSettings },
      ...(of.isBuyer ? forBuyers : []),
      { label: 'Bank and tax', to: paths.bankTaxInfo },
      { label: 'Plan and billing', to: paths.billing },
      { label: 'Developers', to: paths.developers },
      ...(of.isAdministrator ? forAdministrators : []),
    ],
  }
}
