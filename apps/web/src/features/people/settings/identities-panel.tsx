import type { UserIdentity } from '@supabase/supabase-js'
import { useState } from 'react'
import { SkeletonRows } from '@/components/blocks/lists/skeleton-rows.tsx'
import { Panel } from '@/components/blocks/panel.tsx'
import { QueryState } from '@/components/blocks/states/query-state.tsx'
import { Button } from '@/components/ui/button.tsx'
import { notify } from '@/components/ui/toast.tsx'
import { showProblem } from '@/lib/api/notify-problem.ts'
import { date } from '@/lib/format.ts'
import { providerLabel, useProviders } from '@/lib/session/auth-providers.ts'
import { useSupabase } from '@/lib/session/session.tsx'
import { paths } from '@/paths.ts'
import { useAccount } from './use-account.ts'

/** Lists the other accounts that sign in to this one. */
export function IdentitiesPanel() {
  const supabase = useSupabase()
  const providers = useProviders()
  const [busyWith, setBusyWith] = useState('')
  const { query, reload } = useAccount()

  const link = async (provider: string) => {
    setBusyWith(provider)
    const { error } = await supabase.auth.linkIdentity({
      provider: provider as 'google', // any configured name; the type lists Supabase's own
      options: { redirectTo: `${location.origin}${paths.privacySecurity}` },
    })
    if (!error) return // the browser is leaving
    setBusyWith('')
    showProblem('Account not linked', error)
  }
  const unlink = async (identity: UserIdentity) => {
    setBusyWith(identity.identity_id)
    const { error } = await supabase.auth.unlinkIdentity(identity)
    setBusyWith('')
    const name = providerLabel(identity.provider)
    if (error) showProblem('Account not unlinked', error)
    else notify.success('Account unlinked', `${name} no longer opens your account.`)
    await reload()
  }

  return (
    <Panel title="Linked accounts" description="Each of these opens your account.">
      <QueryState
        query={query}
        errorTitle="Your linked accounts did not load"
        skeleton={<SkeletonRows rows={1} />}
      >
        {({ identities = [] }) => (
          <>
            <ul className="divide-y border-t">
              {identities.map((identity) => (
                <IdentityRow
                  key={identity.identity_id}
                  identity={identity}
                  isOnly={identities.length === 1}
                  isBusy={busyWith === identity.identity_id}
                  onUnlink={() => unlink(identity)}
                />
              ))}
            </ul>
            <div className="flex flex-wrap gap-2 border-t pt-4 empty:hidden">
              {providers
                .filter((name) => identities.every(({ provider }) => provider !== name))
                .map((name) => (
                  <Button
                    key={name}
                    variant="outline"
                    loading={busyWith === name}
                    onClick={() => link(name)}
                  >
                    Link {providerLabel(name)}
                  </Button>
                ))}
            </div>
          </>
        )}
      </QueryState>
    </Panel>
  )
}

type IdentityRowProps = {
  identity: UserIdentity
  isOnly: boolean
  isBusy: boolean
  onUnlink: () => void
}

function IdentityRow({ identity, isOnly, isBusy, onUnlink }: IdentityRowProps) {
  const isOwn = identity.provider === 'email'
  const name = isOwn ? 'E-mail and password' : providerLabel(identity.provider)
  const email: unknown = identity.identity_data?.email
  return (
    <li className="flex items-center gap-3 py-3">
      <div className="min-w-0 flex-1">
        <div className="font-medium">{name}</div>
        <div className="text-muted-foreground text-sm [overflow-wrap:anywhere]">
          {typeof email === 'string' && email}
          {identity.created_at && ` · since ${date(identity.created_at)}`}
        </div>
      </div>
      {!isOwn && !isOnly && (
        <Button
          variant="ghost"
          size="sm"
          loading={isBusy}
          aria-label={`Unlink ${name}`}
          onClick={onUnlink}
        >
          Unlink
        </Button>
      )}
    </li>
  )
}
