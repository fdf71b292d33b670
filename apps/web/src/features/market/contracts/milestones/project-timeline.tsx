import {
  describeChange,
  type OfferChange,
  type ProjectTimeline as Project,
  type TimelinePhase,
} from '@semblance/contract'
import { Link } from 'react-router'
import { Timeline } from '@/components/blocks/lists/timeline.tsx'
import { Panel } from '@/components/blocks/panel.tsx'
import { StatusBadge } from '@/components/blocks/states/status-badge.tsx'
import { DescriptionStrip } from '@/components/blocks/text/description-strip.tsx'
import { Accordion } from '@/components/ui/accordion.tsx'
import { Progress } from '@/components/ui/progress.tsx'
import { date } from '@/lib/format.ts'
import { paths } from '@/paths.ts'
import { phaseDates } from './phase-dates.ts'

/** Shows the project in phases; the current one is open at first. */
export function ProjectTimeline({ timeline }: { timeline: Project }) {
  const { phases } = timeline
  const current = phases.find(({ status }) => status !== 'completed') ?? phases.at(-1)
  return (
    <div className="grid gap-5">
      <Overall timeline={timeline} />
      <Panel title="Phases" flush>
        <Accordion
          className="border-t [&_h3>button]:px-4 md:[&_h3>button]:px-5"
          defaultOpen={current?.id}
          items={phases.map((phase) => ({
            id: phase.id,
            title: <PhaseTitle phase={phase} />,
            content: <PhaseContent phase={phase} />,
          }))}
        />
      </Panel>
    </div>
  )
}

function Overall({ timeline }: { timeline: Project }) {
  const { overallPercent, startDate, deliveryDate, side, phases } = timeline
  const completed = phases.filter(({ status }) => status === 'completed').length
  return (
    <section className="card overflow-hidden" aria-label="Overall progress">
      <DescriptionStrip
        className="border-b"
        facts={[
          {
            label: side === 'vendor' ? 'Client' : 'Vendor',
            value: side === 'vendor' ? timeline.clientName : timeline.vendorName,
          },
          { label: 'Start date', value: startDate ? date(startDate) : 'Once paid' },
          { label: 'Delivery date', value: deliveryDate ? date(deliveryDate) : 'Set at payment' },
          { label: 'Phases', value: `${completed} of ${phases.length} completed` },
        ]}
      />
      <div className="px-4 py-4 md:px-5">
        <div className="mb-2 flex items-baseline gap-3">
          <h2 className="font-semibold text-md">Overall progress</h2>
          <span className="figure text-xl">{overallPercent}%</span>
          <Link
            className="link ml-auto inline-flex items-center text-sm max-md:min-h-10 print:hidden"
            to={`${paths.contactSupport}?contract=${timeline.contractId}`}
          >
            Report Issue
          </Link>
        </div>
        <Progress value={overallPercent} label="Overall progress" className="h-2" />
      </div>
    </section>
  )
}

function PhaseTitle({ phase }: { phase: TimelinePhase }) {
  return (
    <span className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {phase.phase}
        <StatusBadge domain="work" status={phase.status} />
      </span>
      <span className="num font-normal text-muted-foreground text-sm">{phaseDates(phase)}</span>
    </span>
  )
}

function changeText(change: OfferChange): string {
  const { label, from, to } = describeChange(change)
  return `${label}: ${from} to ${to}`
}

function PhaseContent({ phase }: { phase: TimelinePhase }) {
  return (
    <div className="px-4 md:px-5">
      <p className="mb-4 max-w-[80ch]">{phase.description}</p>
      <Timeline
        className="text-foreground"
        items={phase.activities.map(({ id, name, status, date: day, detail, changes }) => ({
          id,
          title: name,
          status,
          when: day && (status === 'completed' ? date(day) : `Due ${date(day)}`),
          description: (detail || changes.length > 0) && (
            <p className="max-w-[80ch] whitespace-pre-line [overflow-wrap:anywhere]">
              {detail ?? changes.map(changeText).join('; ')}
            </p>
          ),
        }))}
      />
    </div>
  )
}
