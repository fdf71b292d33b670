/** A session that is over, and a page that breaks. */
import { createClient } from '@supabase/supabase-js'
import { expect, inject, test } from 'vitest'
import { usePeople } from './support/browser.ts'

const people = usePeople()
const url = inject('url')

test('a session that cannot be renewed is over', async () => {
  const { supabaseUrl, supabaseKey } = await (await fetch(`${url}/config.json`)).json()
  const { auth } = createClient(supabaseUrl, supabaseKey, { auth: { persistSession: false } })
  const unknown = await auth.refreshSession({ refresh_token: 'nobody-s' })
  expect(unknown.error?.message).toBe('Invalid Refresh Token: Refresh Token Not Found')
  const missing = await auth.refreshSession()
  expect(missing.error?.message).toBe('Auth session missing!')
})

test('a page that breaks shows what went wrong, and leads home', async () => {
  const person = await people.newPerson()
  const { page } = person
  person.allowConsoleErrors(/A page that breaks/)
  const broken = 'export default function Broken() { throw new Error("A page that breaks") }'
  await page.route('**/assets/contact-support-*.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: broken }),
  )
  await page.goto('/contact-support')
  await page.getByRole('heading', { name: 'Unexpected Application Error!' }).waitFor()
  await page.getByRole('alert').getByText('A page that breaks').waitFor()
  await page.getByText('Technical details').click()
  await page.getByText(/at Broken/).waitFor()
  await page.getByRole('link', { name: 'Return to Home' }).click()
  await page.waitForURL(`${url}/`)
  people.expectNoConsoleErrors()
})
