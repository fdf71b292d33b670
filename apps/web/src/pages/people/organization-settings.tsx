import { SettingsPage } from '@/features/core/app-shell/pages/settings-page.tsx'
import {
  OrganizationAcceptances,
  organizationAcceptancesQuery,
} from '@/features/people/legal/acceptance-list.tsx'
import { OrganizationName } from '@/features/people/organizations/organization-name.tsx'
import {
  OrganizationDesk,
  organizationQueries,
} from '@/features/people/organizations/organization-screen.tsx'
import { type PageQueries, queriesForRole } from '@/lib/api/page-queries.ts'

const forAdministrators = queriesForRole('administrator', () => [organizationAcceptancesQuery])

export const queries: PageQueries = (...address) => [
  ...organizationQueries(...address),
  ...forAdministrators(...address),
]

export default function OrganizationSettings() {
  return (
    <SettingsPage title="Organization settings" meta={<OrganizationName />} isOpen>
      <OrganizationDesk acceptances={<OrganizationAcceptances />} />
    </SettingsPage>
  )
}
