import { applicationStatuses } from '@semblance/contract'
import { useSearchParams } from 'react-router'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/tabs.tsx'
import { titleCase } from '@/lib/format.ts'
import { ApplicationHistory, applicationHistoryQuery } from './application-history.tsx'
import { ApplicationQueue, applicationsQuery } from './application-queue.tsx'

const tabs = [...applicationStatuses, 'history'] as const

const tabIn = (params: URLSearchParams) =>
  tabs.find((known) => known === params.get('tab')) ?? 'pending'

/** What the opened tab asks first. */
export function applicationQueries(params: URLSearchParams) {
  const tab = tabIn(params)
  return tab === 'history' ? [applicationHistoryQuery] : [applicationsQuery(tab)]
}

/** The tab is in the address. */
export function ApplicationTabs() {
  const [search, setSearch] = useSearchParams()
  const tab = tabIn(search)
  return (
    <Tabs
      value={tab}
      onValueChange={(next) => setSearch(next === 'pending' ? {} : { tab: next })}
      className="min-w-0"
    >
      <TabsList aria-label="Applications by decision">
        {tabs.map((each) => (
          <TabsTrigger key={each} value={each}>
            {titleCase(each)}
          </TabsTrigger>
        ))}
      </TabsList>
      <TabsContent value={tab} className="pt-5">
        {tab === 'history' ? <ApplicationHistory /> : <ApplicationQueue status={tab} />}
      </TabsContent>
    </Tabs>
  )
}
