import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/tabs.tsx'
import { SettingsPage } from '@/features/core/app-shell/pages/settings-page.tsx'
import {
  DestinationsPanel,
  destinationsQuery,
} from '@/features/delivery/pushes/destinations-panel.tsx'
import { ApiErrorsPanel } from '@/features/people/api-errors/api-errors-panel.tsx'
import { KeysPanel, keysQuery } from '@/features/people/keys/keys-panel.tsx'
import { QuickStart } from '@/features/people/quick-start/quick-start.tsx'
import { descriptionQuery } from '@/features/people/reference/description.ts'
import { Reference, referenceProgramQuery } from '@/features/people/reference/reference.tsx'
import { RequestLogPanel, requestsQuery } from '@/features/people/request-log/request-log-panel.tsx'
import {
  SigningKeysPanel,
  signingKeysQuery,
} from '@/features/people/signing-keys/signing-keys-panel.tsx'
import { endpointsQuery, WebhooksPanel } from '@/features/people/webhooks/webhooks-panel.tsx'
import { type PageQueries, queriesForRole } from '@/lib/api/page-queries.ts'
import { useUrlParams } from '@/lib/api/use-address-params.ts'

const tabs = [
  {
    id: 'keys',
    label: 'Keys',
    content: (
      <>
        <KeysPanel />
        <SigningKeysPanel />
      </>
    ),
  },
  { id: 'start', label: 'Quick start', content: <QuickStart /> },
  { id: 'webhooks', label: 'Webhooks', content: <WebhooksPanel /> },
  { id: 'destinations', label: 'Destinations', content: <DestinationsPanel /> },
  { id: 'requests', label: 'Request log', content: <RequestLogPanel /> },
  { id: 'reference', label: 'Reference', content: <Reference /> },
  { id: 'errors', label: 'Errors', content: <ApiErrorsPanel /> },
] as const
const [first] = tabs

const tabIn = (params: URLSearchParams) => tabs.find(({ id }) => id === params.get('tab')) ?? first

const ofAdministrators = queriesForRole('administrator', (_, search) => {
  const ofTab = {
    keys: () => [keysQuery, signingKeysQuery],
    webhooks: () => [endpointsQuery],
    destinations: () => [destinationsQuery],
    requests: () => [requestsQuery(search)],
    reference: () => [],
    errors: () => [],
    start: () => [],
  }
  return ofTab[tabIn(search).id]()
})

export const queries: PageQueries = (params, search) =>
  tabIn(search).id === 'reference'
    ? [referenceProgramQuery, descriptionQuery]
    : ofAdministrators(params, search)

/** Shows the tab that the address names, to visitors too: each says who uses it. */
export default function Developers() {
  const [params, change] = useUrlParams()
  const tab = tabIn(params)
  const show = (next: string) =>
    change((current) => {
      for (const name of [...current.keys()]) current.delete(name)
      if (next !== first.id) current.set('tab', next)
    }, {})
  return (
    <SettingsPage title="Developers" meta="How programs work with your organization" isOpen>
      <Tabs value={tab.id} onValueChange={show} className="min-w-0">
        <TabsList aria-label="For developers">
          {tabs.map(({ id, label }) => (
            <TabsTrigger key={id} value={id}>
              {label}
            </TabsTrigger>
          ))}
        </TabsList>
        <TabsContent value={tab.id} className="grid min-w-0 gap-3 pt-5">
          {tab.content}
        </TabsContent>
      </Tabs>
    </SettingsPage>
  )
}
