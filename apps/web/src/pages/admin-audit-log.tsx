import { AuditLog, auditQuery } from '@/features/audit/audit-log.tsx'
import { ChainLine, chainQuery } from '@/features/audit/chain-line.tsx'
import { StaffPage } from '@/features/shell/staff-page.tsx'
import { onlyFor } from '@/lib/page-queries.ts'

export const queries = onlyFor('staff', (_, search) => [chainQuery, auditQuery(search)])

export default function AdminAuditLog() {
  return (
    <StaffPage
      title="Audit log"
      meta="What staff, administrators and parties did about money and rights. Nobody can change it."
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <ChainLine />
        <AuditLog />
      </div>
    </StaffPage>
  )
}
