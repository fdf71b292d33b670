import type { Factor } from '@supabase/supabase-js'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Field } from '@/components/ui/field.tsx'
import { Select } from '@/components/ui/select.tsx'
import { useSupabase } from '@/lib/session/session.tsx'

/** Reads the verified second factors of the person who signs in or is signed in. */
export function useVerifiedFactors() {
  const supabase = useSupabase()
  return useQuery({
    queryKey: ['second-factors'],
    queryFn: async () => {
      const { data, error } = await supabase.auth.mfa.listFactors()
      if (error) throw error
      return data.all.filter((factor) => factor.status === 'verified')
    },
    gcTime: 0,
  })
}

type ChooseFactorProps = {
  factors: Factor[]
  /** Shown if no factor is left. */
  none: ReactNode
  children: (factor: Factor) => ReactNode
}

/** Offers the choice between several second factors, an authenticator app first. */
export function ChooseFactor({ factors, none, children }: ChooseFactorProps) {
  const [chosenId, setChosenId] = useState('')
  const first = factors.find((factor) => factor.factor_type === 'totp') ?? factors[0]
  const factor = factors.find(({ id }) => id === chosenId) ?? first
  if (!factor) return none
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
      {children(factor)}
    </div>
  )
}

const typeNames: Record<string, string> = { totp: 'Authenticator app', phone: 'Text message' }

function factorName({ factor_type: type, friendly_name: name }: Factor) {
  const typeName = typeNames[type] ?? type
  return name ? `${typeName}: ${name}` : typeName
}
