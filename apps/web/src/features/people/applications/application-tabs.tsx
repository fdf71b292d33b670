import { applicationStatuses } from '@semblance/contract'
import { useSearchParams } from 'react-router'
import { statusLabel } from '@/components/blocks/states/status-variants.ts'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/tabs.tsx'
import { ApplicationHistory, applicationHistoryQuery } from './application-history.tsx'
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
  return (
    <Tabs
      value={tab}
      onValueChange={(next) => setSearch(next === 'pending' ? {} : { tab: next })}
      className="min-w-0"
    >
      <TabsList aria-label="Applications by decision">
        {tabs.map((each) => (
          <TabsTrigger key={each} value={each}>
            {each === 'history' ? 'History' : statusLabel('application', each)}
          </TabsTrigger>
        ))}
      </TabsList>
      <TabsContent value={tab} className="pt-5">
        {tab === 'history' ? <ApplicationHistory /> : <ApplicationQueue status={tab} />}
      </TabsContent>
    </Tabs>
  )
}
