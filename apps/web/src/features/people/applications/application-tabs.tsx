import { applicationStatuses } from '@semblance/contract'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { ExportCsv } from '@/components/blocks/lists/export-csv.tsx'
import { statusLabel } from '@/components/blocks/states/status-variants.ts'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/tabs.tsx'
import { api, orpc } from '@/lib/api/api.ts'
import {
  ApplicationHistory,
  applicationColumns,
  applicationHistoryQuery,
} from './application-history.tsx'
import { ApplicationQueue, applicationsQuery } from './application-queue.tsx'

const tabs = [...applicationStatuses, 'history'] as const

const tabIn = (params: URLSearchParams) =>
  tabs.find((known) => known === params.get('tab')) ?? 'pending'

/** Returns the first queries of the opened tab. */
export function applicationQueries(params: URLSearchParams) {
  const tab = tabIn(params)
  return tab === 'history' ? [applicationHistoryQuery] : [applicationsQuery(tab)]
}

/** Shows the tabs of the applications; the chosen one is in the address. */
export function ApplicationTabs() {
  const [search, setSearch] = useSearchParams()
  const tab = tabIn(search)
  const overview = useQuery(orpc.admin.overview.queryOptions()).data
  const pending = overview?.waiting.find(({ task }) => task === 'applications')?.count
  return (
    <Tabs
      value={tab}
      onValueChange={(next) => setSearch(next === 'pending' ? {} : { tab: next })}
      className="min-w-0"
    >
      <div className="relative">
        <TabsList aria-label="Applications by decision" className="pr-12">
          {tabs.map((each) => (
            <TabsTrigger key={each} value={each} count={each === 'pending' ? pending : undefined}>
              {each === 'history' ? 'History' : statusLabel('application', each)}
            </TabsTrigger>
          ))}
        </TabsList>
        {tab !== 'history' && (
          <div className="absolute top-0 right-0 bg-background pl-2">
            <ExportCsv
              noun={`${tab} applications`}
              columns={applicationColumns}
              readPage={(page, options) => api.applications.list({ status: tab, ...page }, options)}
            />
          </div>
        )}
      </div>
      <TabsContent value={tab} className="pt-5">
        {tab === 'history' ? <ApplicationHistory /> : <ApplicationQueue status={tab} />}
      </TabsContent>
    </Tabs>
  )
}
