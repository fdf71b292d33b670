import { MoreLink } from '@/components/blocks/lists/more-link.tsx'
import { SettingsPage } from '@/features/core/app-shell/pages/settings-page.tsx'
import { OwnAuditLog, ownAuditQuery } from '@/features/core/audit/own-audit-log.tsx'
import { queriesForRole } from '@/lib/api/page-queries.ts'
import { paths } from '@/paths.ts'

export const queries = queriesForRole('administrator', (_, search) => [ownAuditQuery(search)])

/** Shows what the organization's members and keys did, each row with its leaf in the transparency log. */
export default function OrganizationAuditLog() {
  return (
    <SettingsPage
      title="Audit log"
      meta={
        <>
          <span>What your members and keys did, each row a leaf of the transparency log</span>
          <MoreLink to={paths.transparency}>Transparency log</MoreLink>
        </>
      }
    >
      <OwnAuditLog />
    </SettingsPage>
  )
}
