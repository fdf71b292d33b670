import type { Dataset } from '@semblance/contract'
import { MoreLink } from '@/components/blocks/lists/more-link.tsx'
import { dayMonth } from '@/lib/format.ts'
import { FilesPanel } from '../files-panel.tsx'
import { AccountPanel } from '../privacy-panel.tsx'
import { useReportTab } from './report-tab.ts'

/** Shows next to a report the account of its source and its first files. */
export function ReportAside({ dataset }: { dataset: Dataset }) {
  const { tab, to } = useReportTab()
  const { account, report, dprId, files, deliveredAt } = dataset
  return (
    <>
      {account && (
        <AccountPanel privacy={report.privacy} account={account} note={dayMonth(deliveredAt)} />
      )}
      {tab !== 'files' && (
        <FilesPanel
          dprId={dprId}
          files={files}
          more={
            <MoreLink to={to('files')}>
              {files.length > 2 ? `${files.length - 2} more, certificate` : 'Certificate'}
            </MoreLink>
          }
        />
      )}
    </>
  )
}
