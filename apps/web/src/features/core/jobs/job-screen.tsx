import { jobStates } from '@semblance/contract'
import { useQuery } from '@tanstack/react-query'
import { statusLabel } from '@/components/blocks/states/status-variants.ts'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/tabs.tsx'
import { orpc } from '@/lib/api/api.ts'
import { useUrlParams, writeParams } from '@/lib/api/use-address-params.ts'
import { JobDetail } from './job-detail.tsx'
import { JobList, jobsQuery } from './job-list.tsx'
import { ScheduleList, scheduleQuery } from './schedule-list.tsx'

const tabs = [...jobStates, 'scheduled'] as const

const pollMs = 10_000

const countsQuery = { ...orpc.jobs.count.queryOptions(), refetchInterval: pollMs }

const tabIn = (params: URLSearchParams) =>
  tabs.find((known) => known === params.get('tab')) ?? 'failed'

/** Returns the first queries of the screen. */
export function jobQueries(params: URLSearchParams) {
  const tab = tabIn(params)
  return [countsQuery, tab === 'scheduled' ? scheduleQuery : jobsQuery(tab, params.get('q') ?? '')]
}

/** Tab, search and opened job are in the address. */
export function JobDesk() {
  const [params, change] = useUrlParams()
  const tab = tabIn(params)
  const opened = params.get('job')
  const counts = useQuery(countsQuery).data
  const open = (id: string | null) =>
    change((current) => writeParams(current, { job: id ?? '' }), {})
  const show = (next: string) =>
    change((current) => {
      for (const name of [...current.keys()]) current.delete(name)
      if (next !== 'failed') current.set('tab', next)
    }, {})
  return (
    <Tabs value={tab} onValueChange={show} className="min-w-0">
      <TabsList aria-label="Jobs by state">
        {tabs.map((each) => (
          <TabsTrigger
            key={each}
            value={each}
            count={each === 'scheduled' ? undefined : counts?.[each]}
          >
            {each === 'scheduled' ? 'Scheduled' : statusLabel('job', each)}
          </TabsTrigger>
        ))}
      </TabsList>
      <TabsContent value={tab} className="pt-5">
        {tab === 'scheduled' ? <ScheduleList /> : <JobList state={tab} onOpen={open} />}
      </TabsContent>
      {opened && <JobDetail key={opened} jobId={opened} onClose={() => open(null)} />}
    </Tabs>
  )
}
