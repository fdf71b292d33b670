import { createClient } from '@supabase/supabase-js'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { AuthProvider, useAuth } from './session.tsx'
import type { Backend } from './session-client.ts'
import type { Auth } from './session-context.ts'

const backend = (): Backend => ({
  supabase: createClient('http://localhost:3000', 'a public key', {
    auth: { autoRefreshToken: false },
  }),
  config: {} as Backend['config'],
  arrived: { account: null },
})

/** Returns the value that a component inside, or outside, the provider receives. */
function authWithin(Provider: React.FC<{ children: React.ReactNode }>): Auth {
  const seen: Auth[] = []
  const Reader = () => {
    seen.push(useAuth())
    return null
  }
  renderToStaticMarkup(
    <Provider>
      <Reader />
    </Provider>,
  )
  return seen[0]!
}

describe('the session', () => {
  it('is known only within its provider', () => {
    expect(() => authWithin(({ children }) => children)).toThrow(
      'useAuth must be used within an AuthProvider',
    )
  })

  it('updates no profile while nobody is signed in', async () => {
    const auth = authWithin(({ children }) => (
      <AuthProvider backend={backend()}>{children}</AuthProvider>
    ))
    expect(await auth.updateProfile({ job_title: 'Data Lead' })).toEqual({
      message: 'No user logged in',
    })
  })
})

describe('the account client', () => {
  afterEach(() => vi.unstubAllGlobals())

  it('says which of its settings is missing', () => {
    expect(() => createClient('', 'a public key')).toThrow('supabaseUrl is required.')
    expect(() => createClient('http://localhost:3000', '')).toThrow('supabaseKey is required.')
  })

  it('renews nothing where there is no session', async () => {
    const { error } = await backend().supabase.auth.refreshSession()
    expect(error?.message).toBe('Auth session missing!')
  })

  it('refuses an address that carries half a session', async () => {
    const address = new URL('http://localhost:3000/auth#access_token=half&token_type=bearer')
    vi.stubGlobal('window', { location: address, addEventListener: () => {} })
    vi.stubGlobal('document', { visibilityState: 'visible' })
    const { error } = await backend().supabase.auth.initialize()
    expect(error?.message).toBe('No session defined in URL')
  })
})
