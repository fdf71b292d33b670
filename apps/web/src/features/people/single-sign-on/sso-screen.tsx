import type { SingleSignOn } from '@semblance/contract'
import { useQuery } from '@tanstack/react-query'
import { CircleDashed, UserCheck } from 'lucide-react'
import { Panel } from '@/components/blocks/panel.tsx'
import { QueryState } from '@/components/blocks/states/query-state.tsx'
import { VariantBadge } from '@/components/blocks/states/variant-badge.tsx'
import { useAuth } from '@/lib/session/session.tsx'
import { DirectoryPanel } from './directory-panel.tsx'
import { DomainsPanel } from './domains-panel.tsx'
import { GroupsPanel } from './groups-panel.tsx'
import { ProviderPanel } from './provider-panel.tsx'
import { RulesPanel } from './rules-panel.tsx'
import { singleSignOnQuery } from './sso-query.ts'

/** Shows the settings to administrators, and to others who sets them up. */
export function SsoScreen() {
  const { roles } = useAuth()
  if (roles.includes('admin')) return <Settings />
  return (
    <Panel title="Sign in through your company">
      <p className="max-w-[72ch] text-base">
        An organization can have its members sign in at its own identity provider, by OpenID Connect
        or SAML 2.0, and its directory say by SCIM 2.0 who belongs to it. Its administrators set
        that up here.
      </p>
    </Panel>
  )
}

function Settings() {
  const query = useQuery(singleSignOnQuery)
  return (
    <QueryState query={query} errorTitle="Single sign-on did not load">
      {(settings) => <Steps settings={settings} />}
    </QueryState>
  )
}

/** Shows the steps in their order: a domain, the provider, the rules. */
function Steps({ settings }: { settings: SingleSignOn }) {
  const { connection, domains } = settings
  const proved = domains.filter(({ provedAt }) => provedAt !== null)
  return (
    <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_360px]">
      <div className="grid min-w-0 gap-5">
        {proved.length > 0 || connection ? (
          <>
            <ProviderPanel key={connection?.issuer} settings={settings} />
            <DomainsPanel settings={settings} />
            <DirectoryPanel settings={settings} />
          </>
        ) : (
          <DomainsPanel settings={settings} />
        )}
      </div>
      {connection ? (
        <div className="grid min-w-0 gap-5">
          <RulesPanel settings={settings} connection={connection} />
          <GroupsPanel settings={settings} />
        </div>
      ) : (
        <NextSteps hasDomain={proved.length > 0} />
      )}
    </div>
  )
}

function NextSteps({ hasDomain }: { hasDomain: boolean }) {
  const steps = [
    { text: 'Prove a domain of your addresses by a DNS record.', isDone: hasDomain },
    { text: 'Enter your identity provider. Its description is read before it is saved.' },
    { text: 'Sign in by it once, then require it of all members if you like.' },
  ]
  return (
    <Panel title="How it is set up">
      <ol className="grid gap-3 text-base">
        {steps.map(({ text, isDone }, index) => (
          <li key={text} className="flex gap-3">
            <span className="num w-4 shrink-0 text-muted-foreground">{index + 1}</span>
            <span className={isDone ? 'text-muted-foreground line-through' : undefined}>
              {text}
            </span>
          </li>
        ))}
      </ol>
    </Panel>
  )
}

/** Says for which domains single sign-on is active. */
export function SsoStatus() {
  const { roles } = useAuth()
  const { data } = useQuery({ ...singleSignOnQuery, enabled: roles.includes('admin') })
  if (!data) return null
  const proved = data.domains.filter(({ provedAt }) => provedAt !== null)
  const [first] = proved
  const others = proved.length > 1 ? ` and ${proved.length - 1} more` : ''
  return (
    <VariantBadge
      variant={
        data.connection && first
          ? { label: `Active for ${first.domain}${others}`, tone: 'success', icon: UserCheck }
          : { label: 'Not set up', tone: 'neutral', icon: CircleDashed }
      }
    />
  )
}
