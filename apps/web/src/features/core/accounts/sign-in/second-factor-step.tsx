import type { Factor } from '@supabase/supabase-js'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { QueryState } from '@/components/blocks/states/query-state.tsx'
import { Button } from '@/components/ui/button.tsx'
import { Field } from '@/components/ui/field.tsx'
import { Select } from '@/components/ui/select.tsx'
import { Skeleton } from '@/components/ui/skeleton.tsx'
import { useAuth, useSupabase } from '@/lib/session/session.tsx'
import { SecondFactorCode } from './second-factor-code.tsx'

/** Asks for a code of one of the user's own factors, after the password. */
export function SecondFactorStep() {
  const supabase = useSupabase()
  const { signOut } = useAuth()
  const query = useQuery({
    queryKey: ['second-factors'],
    queryFn: async () => {
      const { data, error } = await supabase.auth.mfa.listFactors()
      if (error) throw error
      return data.all.filter((factor) => factor.status === 'verified')
    },
    gcTime: 0,
  })
  return (
    <>
      <QueryState
        query={query}
        errorTitle="Your ways to confirm did not load"
        skeleton={<Skeleton className="h-11" />}
      >
        {(factors) => <ChooseFactor factors={factors} />}
      </QueryState>
      <div className="mt-8 border-t pt-4 text-base text-muted-foreground">
        Not you, or no code at hand?{' '}
        <button type="button" className="link" onClick={() => void signOut()}>
          Sign in another way
        </button>
        <p className="mt-2">
          Lost your device? Contact support: compliance staff can reset it after checking who you
          are.
        </p>
      </div>
    </>
  )
}

function ChooseFactor({ factors }: { factors: Factor[] }) {
  const [chosenId, setChosenId] = useState('')
  const first = factors.find((factor) => factor.factor_type === 'totp') ?? factors[0]
  const factor = factors.find(({ id }) => id === chosenId) ?? first
  if (!factor)
    return (
      <Button className="w-full" onClick={() => location.reload()}>
        Continue
      </Button>
    )
  return (
    <div className="grid gap-4">
      {factors.length > 1 && (
        <Field label="Confirm with">
          {(control) => (
            <Select
              {...control}
              value={factor.id}
              onValueChange={setChosenId}
              options={factors.map((each) => ({ value: each.id, label: factorName(each) }))}
            />
          )}
        </Field>
      )}
      <SecondFactorCode key={factor.id} factor={factor} />
    </div>
  )
}

const typeNames: Record<string, string> = { totp: 'Authenticator app', phone: 'Text message' }

function factorName({ factor_type: type, friendly_name: name }: Factor) {
  const typeName = typeNames[type] ?? type
  return name ? `${typeName}: ${name}` : typeName
}
