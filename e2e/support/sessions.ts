/** Browsers that open with a session, for tests that are not about signing in. */
import { createClient } from '@supabase/supabase-js'
import { inject } from 'vitest'
import { ask } from './ask.ts'
import type { People, Person } from './browser.ts'

/** Opens a browser in which this person signed in before. */
export async function newSignedIn(
  people: People,
  who: { email: string; password: string },
  options?: Parameters<People['newPerson']>[0],
): Promise<Person> {
  const url = inject('url')
  const config = (await (await ask(`${url}/config.json`)).json()) as {
    supabaseUrl: string
    supabaseKey: string
  }
  const stored: { name: string; value: string }[] = []
  const { auth } = createClient(config.supabaseUrl, config.supabaseKey, {
    auth: {
      autoRefreshToken: false,
      storage: {
        getItem: () => null,
        setItem: (name, value) => void stored.push({ name, value }),
        removeItem: () => {},
      },
    },
    global: { fetch: ask },
  })
  const { error } = await auth.signInWithPassword(who)
  if (error) throw error
  return await people.newPerson({
    ...options,
    storageState: { cookies: [], origins: [{ origin: url, localStorage: stored }] },
  })
}
