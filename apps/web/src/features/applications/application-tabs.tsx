import { applicationStatuses } from '@semblance/contract'
import { useSearchParams } from 'react-router'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/tabs.tsx'
import { titleCase } from '@/lib/format.ts'
import { ApplicationHistory } from './application-history.tsx'
import { ApplicationQueue } from './application-queue.tsx'

const tabs = [...applicationStatuses, 'history'] as const

/** The tab is in the address. */
export function ApplicationTabs() {
  const [search, setSearch] = useSearchParams()
  const tab = tabs.find((known) => known === search.get('tab')) ?? 'pending'
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
