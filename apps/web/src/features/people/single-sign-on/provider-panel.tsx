import type { SingleSignOn } from '@semblance/contract'
import { useState } from 'react'
import { Panel } from '@/components/blocks/panel.tsx'
import { Segment } from '@/components/ui/segment.tsx'
import { OidcForm } from './oidc-form.tsx'
import { SamlForm } from './saml-form.tsx'

const kinds = [
  { value: 'oidc', label: 'OpenID Connect' },
  { value: 'saml', label: 'SAML 2.0' },
] as const

/** Shows the identity provider, by either protocol; saving one replaces the other. */
export function ProviderPanel({ settings }: { settings: SingleSignOn }) {
  const { connection } = settings
  const [kind, setKind] = useState<'oidc' | 'saml'>(connection?.kind ?? 'oidc')
  return (
    <Panel
      title="Provider"
      action={<Segment label="Protocol" options={kinds} value={kind} onValueChange={setKind} />}
    >
      {connection && connection.kind !== kind && (
        <p className="mb-4 rounded-md bg-st-warn-bg px-4 py-3 text-sm text-st-warn-fg">
          Saving this replaces {connection.issuer}. Everybody’s next sign-in is at the new provider,
          and it is not required until one has succeeded.
        </p>
      )}
      {kind === 'oidc' ? <OidcForm settings={settings} /> : <SamlForm settings={settings} />}
    </Panel>
  )
}
