import { type Dataset, measuredReportText, type PublishedReport } from '@semblance/contract'
import { correlationsNote, outcomeOf, qualityScore, qualityScoreMeaning } from '@semblance/plots'
import { type ReactNode, useState } from 'react'
import { MoreLink } from '@/components/blocks/lists/more-link.tsx'
import { Panel } from '@/components/blocks/panel.tsx'
import { SectionLinks } from '@/components/blocks/section-links.tsx'
import { Select } from '@/components/ui/select.tsx'
import { CorrelationHeatmap } from '@/components/viz/correlation-heatmap.tsx'
import { date } from '@/lib/format.ts'
import { ColumnDistributions } from '../column-distributions.tsx'
import { FetchedPanel } from '../downloads-panel.tsx'
import { DrawsPanel } from '../draws/draws-panel.tsx'
import { EarlierDeliveries, FilesPanel } from '../files-panel.tsx'
import { GatePanel } from '../gate-panel.tsx'
import { NumberTables } from '../number-tables.tsx'
import { PairPlots } from '../pair-plots.tsx'
import { GuaranteePanel, PrivacyPanel } from '../privacy-panel.tsx'
import { ValidationSummary } from '../validation-summary.tsx'
import { type ReportTab, useReportTab } from './report-tab.ts'

type ReportProps = {
  dataset: Dataset
  /** Opens the rows in a database of the page. */
  explore: ReactNode
  certificates: ReactNode
}

/** No table is called that. */
const MAIN_TABLE = '/'

/** Shows a delivery's report: what changed, the verdict, then its parts behind tabs. */
export function Report({ dataset, explore, certificates }: ReportProps) {
  const [table, setTable] = useState(MAIN_TABLE)
  const { otherReports, isMeasuredByVendor, gate } = dataset
  const other = otherReports.find(({ name }) => name === table)
  const { report } = other ?? dataset
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-5">
      <Changes dataset={dataset} />
      {otherReports.length > 0 && (
        <Select
          prefix="Report of"
          aria-label="Report of which table"
          value={table}
          options={[
            { value: MAIN_TABLE, label: 'the largest table' },
            ...otherReports.map(({ name }) => ({ value: name, label: name })),
          ]}
          onValueChange={setTable}
        />
      )}
      {isMeasuredByVendor && (
        <p role="note" className="card p-4 text-base [overflow-wrap:anywhere]">
          {measuredReportText}
        </p>
      )}
      <ValidationSummary
        report={report}
        gate={gate}
        isMeasuredByVendor={isMeasuredByVendor}
        {...(otherReports.length > 0 && { table: other?.name ?? 'The largest table' })}
      />
      <Tabs dataset={dataset} report={report} />
      <Part dataset={dataset} report={report} explore={explore} certificates={certificates} />
    </div>
  )
}

/** A delivery that answers requested changes begins with them. */
function Changes({ dataset: { earlier, report, isSuperseded } }: { dataset: Dataset }) {
  const [last] = earlier
  if (!last?.changesAsked || isSuperseded) return null
  return (
    <Panel
      title="What you asked to change"
      description={`Of the delivery of ${date(last.deliveredAt)}; this one takes its place.`}
    >
      <p className="max-w-[90ch] whitespace-pre-line text-base [overflow-wrap:anywhere]">
        {last.changesAsked}
      </p>
      <p className="num mt-2 text-muted-foreground text-sm">
        Quality score {last.qualityScore.toFixed(1)} then,{' '}
        {qualityScore(report.fidelity).toFixed(1)} now.
      </p>
    </Panel>
  )
}

type TableProps = { dataset: Dataset; report: PublishedReport }

function Tabs({ dataset: { gate, files }, report }: TableProps) {
  const { tab, to } = useReportTab()
  const { checks } = report.privacy
  const passed = checks.filter((check) => outcomeOf(check) === 'passed').length
  const link = (name: ReportTab, label: string, count?: number | string) => ({
    label,
    to: to(name),
    isCurrent: tab === name,
    ...(count !== undefined && { count }),
  })
  return (
    <SectionLinks
      label="Parts of the report"
      links={[
        link('overview', 'Overview'),
        link('columns', 'Columns', report.rows.columns),
        ...(hasPairs(report) ? [link('pairs', 'Pairs', report.pairs.length || undefined)] : []),
        link('privacy', 'Privacy', checks.length > 0 ? `${passed} of ${checks.length}` : undefined),
        ...(gate && gate.length > 0
          ? [
              link(
                'agreement',
                'Agreement',
                `${gate.filter(({ pass }) => pass).length} of ${gate.length}`,
              ),
            ]
          : []),
        link('files', 'Files and certificate', files.length),
      ]}
    />
  )
}

const hasPairs = ({ pairs, correlations, privacy }: PublishedReport) =>
  pairs.length > 0 || (correlations !== null && privacy.mode === 'private')

function Part({
  dataset,
  report,
  explore,
  certificates,
}: TableProps & Omit<ReportProps, 'dataset'>) {
  const { tab } = useReportTab()
  const { mode } = report.privacy
  switch (tab) {
    case 'overview':
      return <Overview report={report} />
    case 'columns':
      return (
        <>
          <ColumnDistributions columns={report.columns} mode={mode} />
          {explore}
          <NumberTables columns={report.columns} />
          <p className="text-muted-foreground text-sm">{qualityScoreMeaning}</p>
        </>
      )
    case 'pairs':
      if (!hasPairs(report)) return <Nothing>This report compares no pairs of columns.</Nothing>
      return (
        <>
          <PairPlots pairs={report.pairs} mode={mode} />
          <Correlations report={report} />
        </>
      )
    case 'privacy':
      return (
        <>
          <PrivacyPanel privacy={report.privacy} />
          <GuaranteePanel
            privacy={report.privacy}
            account={dataset.account}
            isMeasuredByVendor={dataset.isMeasuredByVendor}
            isConnected={dataset.isConnected}
          />
        </>
      )
    case 'agreement':
      return dataset.gate ? (
        <GatePanel gate={dataset.gate} />
      ) : (
        <Nothing>This delivery was compared with no agreed points.</Nothing>
      )
    case 'files':
      return (
        <>
          <FilesPanel dprId={dataset.dprId} files={dataset.files} />
          <DrawsPanel dprId={dataset.dprId} contractId={dataset.contractId} />
          {certificates}
          <EarlierDeliveries dprId={dataset.dprId} earlier={dataset.earlier} />
          <FetchedPanel dprId={dataset.dprId} />
        </>
      )
  }
}

const Nothing = ({ children }: { children: string }) => (
  <p className="card p-4 text-muted-foreground">{children}</p>
)

function Overview({ report }: { report: PublishedReport }) {
  const { to } = useReportTab()
  const { mode } = report.privacy
  return (
    <>
      <ColumnDistributions
        columns={report.columns}
        mode={mode}
        atFirst={6}
        more={<MoreLink to={to('columns')}>All columns</MoreLink>}
      />
      <PairPlots
        pairs={report.pairs}
        mode={mode}
        atFirst={2}
        more={<MoreLink to={to('pairs')}>All pairs</MoreLink>}
      />
      <PrivacyPanel
        isBrief
        privacy={report.privacy}
        action={<MoreLink to={to('privacy')}>What was measured</MoreLink>}
      />
    </>
  )
}

function Correlations({ report: { correlations, privacy } }: { report: PublishedReport }) {
  if (!correlations || privacy.mode !== 'private') return null
  return (
    <Panel title="Correlations" description={correlationsNote(correlations)}>
      <CorrelationHeatmap {...correlations} />
    </Panel>
  )
}
