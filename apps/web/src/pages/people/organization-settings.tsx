import { MoreLink } from '@/components/blocks/lists/more-link.tsx'
import { SettingsPage } from '@/features/core/app-shell/pages/settings-page.tsx'
import { OrganizationName } from '@/features/people/organizations/organization-name.tsx'
import {
  OrganizationDesk,
  organizationQueries,
} from '@/features/people/organizations/organization-screen.tsx'
import { paths } from '@/paths.ts'

export const queries = organizationQueries

export default function OrganizationSettings() {
  return (
    <SettingsPage
      title="Organization settings"
      meta={
        <>
          <OrganizationName />
          <MoreLink to={paths.bankTaxInfo}>Banking and tax</MoreLink>
        </>
      }
      isOpen
    >
      <OrganizationDesk />
    </SettingsPage>
  )
}
