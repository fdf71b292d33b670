import { MoreLink } from '@/components/blocks/more-link.tsx'
import {
  OrganizationDesk,
  organizationQueries,
} from '@/features/organization/organization-desk.tsx'
import { OrganizationName } from '@/features/organization/organization-name.tsx'
import { SettingsPage } from '@/features/shell/settings-page.tsx'
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
