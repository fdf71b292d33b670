import type { ShownPreview } from '@semblance/contract'
import { cn } from '@/lib/cn.ts'
import { AgreedPanel } from './agreed-panel.tsx'
import { AskPanel } from './ask-panel.tsx'
import { PreviewAccount } from './preview-account.tsx'
import { PreviewColumns } from './preview-columns.tsx'
import { PreviewRows } from './preview-rows.tsx'
import { PreviewVerdict } from './preview-verdict.tsx'
import { PreviewWaiting } from './preview-waiting.tsx'

/** Shows a preview: the verdict, rows, agreed columns, charts, and a question. */
export function PreviewBody({ preview }: { preview: ShownPreview }) {
  const [main] = preview.tables
  if (preview.state !== 'ready' || !main) return <PreviewWaiting preview={preview} />
  const hasAside = preview.agreed !== null || preview.account !== null
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <PreviewVerdict preview={preview} />
      {preview.tables.map((table) => (
        <PreviewRows key={table.name} table={table} preview={preview} />
      ))}
      <div
        className={cn(
          'grid grid-cols-[minmax(0,1fr)] items-start gap-5',
          hasAside && 'lg:grid-cols-[minmax(0,1fr)_372px]',
        )}
      >
        {hasAside && (
          <aside
            aria-label={preview.account ? 'Agreed columns and privacy account' : 'Agreed columns'}
            className="grid grid-cols-[minmax(0,1fr)] gap-5 lg:order-last"
          >
            <AgreedPanel preview={preview} />
            <PreviewAccount preview={preview} />
          </aside>
        )}
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <PreviewColumns table={main} preview={preview} />
          <AskPanel offerId={preview.offerId} table={main} />
        </div>
      </div>
    </div>
  )
}
