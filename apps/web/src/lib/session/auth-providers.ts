/** Other places where a person can prove who they are: what the accounts' settings list. */
import { useQuery } from '@tanstack/react-query'
import { titleCase } from '../format.ts'
import { useConfig } from './session.tsx'

const ownWays = new Set(['email', 'phone', 'anonymous_users'])

const labels: Record<string, string> = {
  azure: 'Microsoft',
  github: 'GitHub',
  gitlab: 'GitLab',
  linkedin_oidc: 'LinkedIn',
}

export const providerLabel = (provider: string) => labels[provider] ?? titleCase(provider)

/**
 * Returns the providers' names, [] until they are known; a failed request only hides the buttons.
 */
export function useProviders(): string[] {
  const { supabaseUrl, supabaseKey } = useConfig()
  const { data } = useQuery({
    queryKey: ['auth-settings', supabaseUrl],
    queryFn: async (): Promise<string[]> => {
      const answer = await fetch(`${supabaseUrl}/auth/v1/settings`, {
        headers: { apikey: supabaseKey },
      })
      if (!answer.ok) throw new Error(`Settings: ${answer.status}`)
      const { external } = (await answer.json()) as { external: Record<string, boolean> }
      return Object.keys(external).filter((name) => external[name] && !ownWays.has(name))
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data ?? []
}
