import type { AcceptedVersions, Role } from '@semblance/contract'
import { createContext, use } from 'react'
import type { Profile } from './account.ts'
import type { Backend } from './session-client.ts'

export type SignUpDetails = {
  email: string
  password: string
  first_name: string
  last_name: string
  company_name: string
  organization_id: string
  job_title?: string
  phone?: string
  /** The legal documents that the form's box accepts, by version. */
  accepted?: AcceptedVersions
  /** The secret of the approval mail's link. */
  approval?: string
}

/** Describes an error that was already shown in a toast; null for success. */
export type AccountError = { message: string; code?: string } | null

export type Auth = {
  status: 'loading' | 'signed-in' | 'signed-out'
  user: { id: string; email: string; createdAt: string } | null
  profile: Profile | null
  roles: Role[]
  /** The password was accepted; until the code of the second factor arrives, no user is signed in. */
  isSecondFactorDue: boolean
  /** The session ended, but not in this tab: it expired, was revoked, or another tab signed out. */
  hasLostSession: boolean
  /** Compliance staff of the provider. */
  isStaff: boolean
  signUp: (details: SignUpDetails) => Promise<AccountError>
  signIn: (email: string, password: string) => Promise<AccountError>
  signOut: () => Promise<AccountError>
  updateProfile: (
    changes: Partial<Omit<Profile, 'user_id' | 'created_at'>>,
  ) => Promise<AccountError>
}

export const AuthContext = createContext<Auth | null>(null)
export const BackendContext = createContext<Backend | null>(null)

export function useAuth(): Auth {
  const auth = use(AuthContext)
  if (!auth) throw new Error('useAuth must be used within an AuthProvider')
  return auth
}

/** Returns the client of accounts with the configuration of the server. */
export function useBackend(): Backend {
  const backend = use(BackendContext)
  if (!backend) throw new Error('useBackend must be used within an AuthProvider')
  return backend
}

export const useConfig = () => useBackend().config

/** Returns the client for account calls and account tables; all other calls use `orpc`. */
export const useSupabase = () => useBackend().supabase
