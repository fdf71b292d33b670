import {
  type Delivery,
  type DeliveryOrigin,
  deliveryNoticeText,
  deliveryOrigin,
  type Side,
  type synthesisStages,
} from '@semblance/contract'
import { Check, KeyRound, Lock, type LucideIcon, ScrollText, Trash2 } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { Timeline, type TimelineItem } from '@/components/blocks/lists/timeline.tsx'
import { Panel } from '@/components/blocks/panel.tsx'
import { TimeText } from '@/components/blocks/text/time-text.tsx'
import { cn } from '@/lib/cn.ts'
import { dateTime, fileSize, plural, time } from '@/lib/format.ts'
import { clock, type RunTimes, roughly, runTimes, type StageTime } from './run-times.ts'

const stageTexts: Record<(typeof synthesisStages)[number], { title: string; description: string }> =
  {
    reading: { title: 'Reading', description: 'Columns, types and missing values' },
    measuring: { title: 'Measuring', description: 'Noisy counts, so that no single row shows' },
    modeling: { title: 'Modeling', description: 'Which columns move together' },
    sampling: { title: 'Sampling', description: 'The synthetic twin, row by row' },
    evaluating: { title: 'Evaluating', description: 'Fidelity and privacy, measured on the twin' },
  }

const titles: Record<DeliveryOrigin, string> = {
  uploaded: 'Synthetic processing',
  premises: 'Measurement at the vendor',
  connection: "Read through the vendor's connection",
}

const percentOf = ({ progress }: Delivery) => Math.round(Math.min(1, progress) * 100)

const elsewhere: Record<Exclude<DeliveryOrigin, 'uploaded'>, Record<Side, string>> = {
  premises: {
    client:
      'The vendor measures the original where it is. The synthetic twin is drawn here, from the model.',
    vendor: 'It never leaves your premises. The synthetic twin is drawn here, from your model.',
  },
  connection: {
    client:
      'It is read through a connection of the vendor’s. What a run has read is removed with it; no original is stored.',
    vendor:
      'It is read through your connection. What a run has read is removed with it; no original is stored.',
  },
}

type SynthesisProgressProps = {
  delivery: Delivery
  side: Side
  /** Buttons below the stages. */
  actions?: ReactNode
}

/** Shows the progress of a synthesis, its times, and the fate of the original. */
export function SynthesisProgress({ delivery, side, actions }: SynthesisProgressProps) {
  const now = useSeconds()
  const times = runTimes(delivery, now)
  const origin = deliveryOrigin(delivery)
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[minmax(0,1fr)_340px]">
      <section aria-label={titles[origin]} className="card min-w-0 overflow-hidden">
        <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2 px-4 pt-4 md:px-5">
          <div className="min-w-0">
            <p className="text-muted-foreground text-xs">{titles[origin]}</p>
            <h2 className="mt-0.5 font-semibold text-lg leading-snug">
              <span role="status">{headline(delivery, times)}</span>
            </h2>
            <p className="mt-0.5 text-muted-foreground text-sm">
              You can leave this page; you are notified when it is finished.
            </p>
          </div>
          <p className="text-muted-foreground text-sm">
            {times.elapsedMs !== null && (
              <>
                <span className="figure mr-1.5 text-[26px] text-foreground leading-none">
                  {clock(times.elapsedMs)}
                </span>
                elapsed,{' '}
              </>
            )}
            <span className="num">{percentOf(delivery)}%</span>
          </p>
        </div>
        <StageBar stages={times.stages} percent={percentOf(delivery)} />
        {delivery.notice && (
          <p className="border-t bg-st-warn-bg px-4 py-3 text-sm [overflow-wrap:anywhere] md:px-5">
            {delivery.noticeSince && (
              <>
                Since <TimeText at={delivery.noticeSince} show={dateTime} />.{' '}
              </>
            )}
            {deliveryNoticeText(deliveryOrigin(delivery), delivery.notice, side)}
          </p>
        )}
        <Timeline className="border-t px-4 py-5 md:px-5" items={itemsOf(delivery, side, times)} />
        {actions && <div className="flex justify-end border-t px-4 py-3 md:px-5">{actions}</div>}
      </section>
      {origin === 'uploaded' ? (
        <OriginalPanel delivery={delivery} side={side} />
      ) : (
        <Panel title={side === 'vendor' ? 'Your original' : 'The original'}>
          <p className="text-muted-foreground text-sm">{elsewhere[origin][side]}</p>
        </Panel>
      )}
    </div>
  )
}

function headline({ status, stage, progress, queue }: Delivery, { remainingMs }: RunTimes): string {
  if (status === 'measuring' && !stage)
    return 'Waits for the vendor, or for the check of what it sent.'
  if (!stage) return status === 'queued' ? queueText(queue) : 'The run is starting.'
  if (progress >= 1) return 'The twin is made, and is being sealed.'
  if (remainingMs === null) return 'The synthetic twin is being made.'
  return `The twin is ready in ${roughly(remainingMs)}, at this pace.`
}

/** Names runs of all kinds that use the same places; how long they take is not known before they run. */
function queueText(queue: Delivery['queue']): string {
  if (!queue) return 'Waiting for its turn; how many runs come before cannot be told.'
  if (queue.before === 0) return 'It is next, as soon as a place is free.'
  const runs = plural(queue.before, 'run')
  return queue.isAtMost ? `Up to ${runs} before this one.` : `${runs} before this one.`
}

function StageBar({ stages, percent }: { stages: readonly StageTime[]; percent: number }) {
  return (
    <div
      role="progressbar"
      aria-label="Synthesis progress"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      className="flex gap-1 px-4 pt-3 pb-4 md:px-5"
    >
      {stages.map(({ stage, share, state, done }) => (
        <span
          key={stage}
          className="h-2.5 overflow-hidden rounded-[2px] bg-muted ring-1 ring-border ring-inset"
          style={{ flexGrow: share, flexBasis: 0 }}
        >
          <span
            className={cn(
              'block h-full',
              state === 'done' ? 'bg-st-success-dot' : 'bg-st-info-dot',
            )}
            style={{ width: `${done * 100}%` }}
          />
        </span>
      ))}
    </div>
  )
}

function itemsOf(delivery: Delivery, side: Side, { stages }: RunTimes): TimelineItem[] {
  const origin = deliveryOrigin(delivery)
  const beginning: TimelineItem = {
    id: 'beginning',
    ...beginnings[origin],
    ...(origin === 'uploaded' &&
      side === 'vendor' &&
      delivery.fileBytes > 0 && { description: `${fileSize(delivery.fileBytes)} arrived, sealed` }),
    ...(delivery.connected && {
      description: `Nothing was uploaded; it is read through ${delivery.connected.name}`,
    }),
    status: 'completed',
    when: <TimeText at={delivery.createdAt} show={time} />,
  }
  const statuses = { done: 'completed', now: 'in_progress', next: 'pending' } as const
  return [
    beginning,
    ...stages.map(({ stage, state, ms }) => ({
      id: stage,
      ...stageTexts[stage],
      ...(stage === 'reading' && origin === 'connection' && { description: readInPlace }),
      status: statuses[state],
      when: ms === null ? undefined : state === 'next' ? `about ${clock(ms)}` : clock(ms),
    })),
  ]
}

const beginnings: Record<DeliveryOrigin, { title: string; description: string }> = {
  uploaded: { title: 'Uploaded', description: 'Everything has arrived, sealed' },
  premises: { title: 'Begun', description: 'Nothing was uploaded; the vendor measures it' },
  connection: {
    title: 'Connected',
    description: 'Nothing was uploaded; it is read through the connection',
  },
}

const readInPlace = 'Columns, types, and a sample of rows; of files, all rows'

function OriginalPanel({ delivery, side }: { delivery: Delivery; side: Side }) {
  const isRead = delivery.stage !== null
  const others = delivery.fileCount - 1
  return (
    <Panel
      title={side === 'vendor' ? 'Your original' : 'The original'}
      action={<Lock className="size-4 text-brass-strong" aria-hidden />}
    >
      {side === 'vendor' && delivery.fileName && (
        <div className="hatch-soft mb-4 rounded-md border border-brass-line bg-brass-soft/40 px-3.5 py-3">
          <p className="mono font-medium [overflow-wrap:anywhere]">{delivery.fileName}</p>
          <p className="text-muted-foreground text-xs">
            {others > 0 ? `and ${others} more, each` : 'Encrypted'} with a key of its own
          </p>
        </div>
      )}
      <ul className="grid gap-3 text-sm">
        <Step icon={Check} isReached>
          Sealed when it was sent
        </Step>
        <Step icon={KeyRound} isReached={isRead}>
          {isRead ? 'Opened by this run alone, until it ends' : 'Opened by the run alone'}
        </Step>
        <Step icon={Trash2}>Its key is destroyed once the twin is made and meets the terms</Step>
        <Step icon={ScrollText}>The destruction is logged and certified</Step>
      </ul>
    </Panel>
  )
}

type StepProps = { icon: LucideIcon; isReached?: boolean; children: ReactNode }

function Step({ icon: Icon, isReached = false, children }: StepProps) {
  return (
    <li className={cn('flex gap-3', !isReached && 'text-muted-foreground')}>
      <Icon
        className={cn('mt-0.5 size-4 shrink-0', isReached && 'text-brass-strong')}
        aria-hidden
      />
      <span>{children}</span>
    </li>
  )
}

/** Returns the time, once a second. */
function useSeconds(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 1000)
    return () => clearInterval(timer)
  }, [])
  return now
}
