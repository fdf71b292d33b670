import type { Factor, SupabaseClient } from '@supabase/supabase-js'

/** "Phone", or "Phone 2" where there is one: two factors never share a name. */
export function freeName(name: string, factors: readonly Factor[]): string {
  const taken = new Set(factors.map((factor) => factor.friendly_name))
  let number = 1
  const numbered = () => (number === 1 ? name : `${name} ${number}`)
  while (taken.has(numbered())) number += 1
  return numbered()
}

/** Removes unverified factors of earlier tries, which only block the next one. */
export async function dropUnverified(supabase: SupabaseClient, factors: readonly Factor[]) {
  for (const { id, status } of factors)
    if (status === 'unverified') await supabase.auth.mfa.unenroll({ factorId: id })
}
