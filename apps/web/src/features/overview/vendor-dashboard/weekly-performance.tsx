import type { Week } from '@semblance/contract'
import { MessagesSquare } from 'lucide-react'
import { Panel } from '@/components/blocks/panel.tsx'
import { Button } from '@/components/ui/button.tsx'
import { cn } from '@/lib/cn.ts'
import { count, dayMonth, duration, percent, plural } from '@/lib/format.ts'
import { useMessages } from '@/lib/pages/messages-context.ts'
import { WeekChart } from './week-chart.tsx'

/** Compares the last seven days with the seven before. */
export function WeeklyPerformance({ week, className }: { week: Week; className?: string }) {
  const messages = useMessages()
  const [first, last] = [week.days[0], week.days.at(-1)]
  const figures = [
    { term: 'Offer views', value: count(week.views), note: comparedWith(week) },
    {
      term: 'Offers sent',
      value: count(week.offersSent),
      note: `${count(week.offersAccepted)} accepted`,
    },
    {
      term: 'Median reply',
      value: week.medianReplyMinutes === null ? '–' : duration(week.medianReplyMinutes),
      note: week.medianReplyMinutes === null ? 'No replies in four weeks' : 'Over four weeks',
    },
  ]
  return (
    <Panel
      title="Weekly Performance"
      description={first && last && `${dayMonth(first.day)} – ${dayMonth(last.day)}`}
      className={className}
      action={
        <Button size="sm" variant="outline" onClick={() => messages.open({})}>
          <MessagesSquare aria-hidden />
          Open Chat
        </Button>
      }
    >
      <div className="grid gap-6 md:grid-cols-[minmax(0,1fr)_180px]">
        <WeekChart days={week.days} />
        <dl className="grid gap-x-3 gap-y-4 max-md:grid-cols-3 md:content-center md:border-l md:pl-6">
          {figures.map(({ term, value, note }) => (
            <div key={term} className="min-w-0">
              <dt className="text-muted-foreground text-sm">{term}</dt>
              <dd className="figure mt-0.5 text-xl">{value}</dd>
              <dd className={cn('text-muted-foreground text-xs')}>{note}</dd>
            </div>
          ))}
        </dl>
      </div>
    </Panel>
  )
}

function comparedWith({ views, viewsBefore }: Week): string {
  if (viewsBefore === 0) return views === 0 ? 'None last week either' : 'None the week before'
  const change = (views - viewsBefore) / viewsBefore
  if (change === 0) return `As many as last week (${plural(viewsBefore, 'view')})`
  return `${change > 0 ? '+' : '−'}${percent(Math.abs(change), 0)} on last week`
}
