import { AuditLog } from '@/features/audit/audit-log.tsx'
import { ChainLine } from '@/features/audit/chain-line.tsx'
import { StaffPage } from '@/features/shell/staff-page.tsx'

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
