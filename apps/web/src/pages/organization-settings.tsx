import { OrganizationDesk } from '@/features/organization/organization-desk.tsx'
import { OrganizationName } from '@/features/organization/organization-name.tsx'
import { SettingsPage } from '@/features/shell/settings-page.tsx'

export default function OrganizationSettings() {
  return (
    <SettingsPage title="Organization settings" meta={<OrganizationName />} isOpen>
      <OrganizationDesk />
    </SettingsPage>
  )
}
