import { StaffPage } from '@/features/core/app-shell/pages/staff-page.tsx'
import { AuditLog, auditQuery } from '@/features/core/audit/audit-log.tsx'
import { LogCheck } from '@/features/core/transparency/log-check.tsx'
import { queriesForRole } from '@/lib/api/page-queries.ts'

// The comparison of all leaves takes longer than the page should wait: it begins once the rows are drawn.
export const queries = queriesForRole('staff', (_, search) => [auditQuery(search)])

export default function AdminAuditLog() {
  return (
    <StaffPage
      title="Audit log"
      meta="What staff, administrators and parties did about money and rights. A changed row shows below."
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <LogCheck />
        <AuditLog />
      </div>
    </StaffPage>
  )
}
