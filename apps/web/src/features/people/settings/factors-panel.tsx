import type { Factor } from '@supabase/supabase-js'
import { MessageSquareText, Smartphone } from 'lucide-react'
import { Panel } from '@/components/blocks/panel.tsx'
import { QueryState } from '@/components/blocks/states/query-state.tsx'
import { StatusBadge } from '@/components/blocks/states/status-badge.tsx'
import { Skeleton } from '@/components/ui/skeleton.tsx'
import { date } from '@/lib/format.ts'
import { phoneNumber } from '@/lib/session/second-factor.ts'
import { AddAuthenticator } from './add-authenticator.tsx'
import { AddPhone } from './add-phone.tsx'
import { RemoveFactor } from './remove-factor.tsx'
import { useAccount } from './use-account.ts'

/** Lists the second factors, to add and remove. */
export function FactorsPanel() {
  const { query } = useAccount()
  return (
    <Panel
      title="Two-step sign-in"
      description="A code after the password, so that a stolen password opens nothing."
    >
      <QueryState
        query={query}
        errorTitle="Your factors did not load"
        skeleton={<Skeleton className="h-[74px]" />}
      >
        {({ factors = [] }) => {
          const verified = factors.filter((factor) => factor.status === 'verified')
          return (
            <>
              <StatusLine count={verified.length} />
              {verified.length > 0 && (
                <ul className="mt-3 divide-y border-y">
                  {verified.map((factor) => (
                    <FactorRow key={factor.id} factor={factor} isLast={verified.length === 1} />
                  ))}
                </ul>
              )}
              <div className="mt-4 flex flex-wrap gap-2">
                <AddAuthenticator factors={factors} />
                <AddPhone factors={factors} />
              </div>
            </>
          )
        }}
      </QueryState>
    </Panel>
  )
}

function StatusLine({ count }: { count: number }) {
  return (
    <p className="flex flex-wrap items-center gap-2 text-base">
      <StatusBadge domain="factor" status={count > 0 ? 'on' : 'off'} />
      {count === 0 && 'Your password alone opens your account.'}
      {count === 1 && 'Add a second way as well, so that a lost device does not lock you out.'}
      {count > 1 && 'Any one of these confirms a sign-in; the others are your way back.'}
    </p>
  )
}

type FactorRowProps = { factor: Factor & { phone?: string }; isLast: boolean }

function FactorRow({ factor, isLast }: FactorRowProps) {
  const isPhone = factor.factor_type === 'phone'
  const Icon = isPhone ? MessageSquareText : Smartphone
  return (
    <li className="flex items-center gap-3 py-3">
      <span
        aria-hidden
        className="grid size-9 shrink-0 place-items-center rounded-sm bg-muted text-muted-foreground"
      >
        <Icon className="size-4" />
      </span>
      <div className="min-w-0 flex-1">
        <div className="font-medium">{factor.friendly_name || 'Authenticator app'}</div>
        <div className="text-muted-foreground text-sm">
          {isPhone ? `Text message to ${phoneNumber(factor.phone)}` : 'Code from an app'}
          {` · added ${date(factor.created_at)}`}
        </div>
      </div>
      <RemoveFactor factor={factor} isLast={isLast} />
    </li>
  )
}
