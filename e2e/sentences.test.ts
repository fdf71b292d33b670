/** What is said at the edges of registering and signing in, and that every promised sentence has a test. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, inject, test } from 'vitest'
import { type Person, usePeople } from './browser.ts'
import { sentences } from './sentences.ts'
import { fillApplication, fillSignIn, signIn, toast } from './steps.ts'
import { type Member, newMember } from './trade.ts'

const people = usePeople()
const url = inject('url')
const failure = { status: 500, json: { code: 'XX000', message: 'The database is away' } }
const accountFailure = { status: 500, json: { code: 500, msg: 'The database is away' } }
/** Nobody else's, in the addresses of those who register here. */
let run: string
let person: Person
let page: Page
let member: Member

beforeEach(async () => {
  run = Date.now().toString(36)
  person = await people.newPerson()
  page = person.page
})

describe('a business registers', () => {
  test('and an application that does not arrive is said to have failed, is logged, and stays', async () => {
    const applications = '**/rest/v1/business_applications*'
    await page.route(applications, (route) => route.fulfill(failure))
    await page.goto('/register-business')
    await fillApplication(page, { name: `Northwind ${run}`, email: `north-${run}@people.test` })
    await page.getByRole('button', { name: 'Submit Application' }).click()
    await toast(page, 'Error', 'Failed to submit application. Please try again.').waitFor()
    await expect.poll(() => person.complaints.join()).toContain('The database is away')
    person.complaints.length = 0
    await page.unroute(applications)
    await page.getByRole('button', { name: 'Submit Application' }).click()
    await toast(
      page,
      'Success',
      "Your business application has been submitted successfully. You will receive an email once it's reviewed.",
    ).waitFor()
    await page.waitForURL('**/business-under-review')
    people.expectNoComplaints()
  })
})

describe('somebody signs up', () => {
  const submit = async () =>
    await page.getByRole('button', { name: 'Sign Up', exact: true }).click()
  const fill = async (values: Record<string, string>) => {
    for (const [label, value] of Object.entries(values))
      await page.getByLabel(label, { exact: true }).fill(value)
  }

  test('and every rule has its sentence, whatever is wrong with the form', async () => {
    await page.goto('/auth?tab=sign-up')
    await submit()
    await page.getByText('Please fill in all required fields').first().waitFor()
    await fill({
      'First name': 'Tilda',
      'Last name': 'Berg',
      'E-mail': `tilda-${run}@people.test`,
      'Organization ID': 'ORG-00000-NOBDY',
      Password: 'short',
      'Confirm password': 'other',
    })
    await submit()
    for (const sentence of [
      'Passwords do not match',
      'Password must be at least 6 characters',
      'Please agree to the terms and conditions',
    ])
      await page.getByText(sentence).first().waitFor()
    await fill({ Password: 'a long password', 'Confirm password': 'a long password' })
    await page.getByRole('checkbox', { name: /I agree/ }).click()
    await submit()
    await page.getByText('Invalid organization ID or organization not approved').first().waitFor()
    people.expectNoComplaints()

    person.mayComplain(/./)
    const organizations = '**/rest/v1/organizations*'
    await page.route(organizations, (route) => route.fulfill(failure))
    await submit()
    await page
      .getByText('Database error occurred while validating organization ID')
      .first()
      .waitFor()
    await page.unroute(organizations)
    await page.route(organizations, (route) => route.fulfill({ json: null }))
    await submit()
    await toast(page, 'Sign Up Error', 'Failed to create account. Please try again.').waitFor()
    await page.unroute(organizations)

    member = await newMember(url, 'client')
    await fill({ 'Organization ID': member.organizationId })
    await page.route('**/auth/v1/signup*', (route) => route.fulfill(accountFailure))
    await submit()
    await toast(page, 'Sign Up Error', 'The database is away').waitFor()
    await page.unroute('**/auth/v1/signup*')
    await submit()
    await toast(page, 'Success', 'Check your email for confirmation link').waitFor()
    await page
      .getByText('Account created! Please check your email to verify your account.')
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'Sign In', exact: true }).waitFor()
  })
})

describe('somebody signs in', () => {
  test('with nothing, with a wrong password, and out again only when the server hears of it', async () => {
    member ??= await newMember(url, 'client')
    await page.goto('/auth')
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
    await page.getByText('Please fill in all fields').first().waitFor()
    people.expectNoComplaints()
    person.mayComplain(/status of (400|500)/)
    await fillSignIn(page, { email: member.email, password: 'not the password' })
    await toast(page, 'Sign In Error', 'Invalid login credentials').waitFor()
    await fillSignIn(page, member)
    await page.waitForURL('**/dashboard-selection')
    await page.route('**/auth/v1/logout*', (route) => route.fulfill(accountFailure))
    await page.goto('/client-dashboard')
    await page.getByRole('button', { name: /user menu/ }).click()
    await page
      .getByRole('button', { name: 'Sign Out' })
      .or(page.getByRole('link', { name: 'Sign Out' }))
      .first()
      .click()
    await toast(page, 'Sign Out Error', 'The database is away').waitFor()
    people.expectNoComplaints()
  })

  test('and a profile that is not there yet is no fault, while another one is logged', async () => {
    member ??= await newMember(url, 'client')
    await signIn(person, member)
    person.mayComplain(/status of (406|500)/)
    const answer = { status: 406, json: { code: 'PGRST116', message: 'No row' } }
    await page.route('**/rest/v1/profiles*', (route) => route.fulfill(answer))
    await page.goto('/dashboard-selection')
    await page.getByRole('heading', { level: 1 }).waitFor()
    people.expectNoComplaints()
    await page.unroute('**/rest/v1/profiles*')
    await page.route('**/rest/v1/profiles*', (route) => route.fulfill(failure))
    await page.reload()
    await expect.poll(() => person.complaints.join()).toContain('The database is away')
    person.complaints.length = 0
  })

  test('and a session that cannot be renewed is over', async () => {
    const { supabaseUrl, supabaseKey } = await (await fetch(`${url}/config.json`)).json()
    const { auth } = createClient(supabaseUrl, supabaseKey, { auth: { persistSession: false } })
    const unknown = await auth.refreshSession({ refresh_token: 'nobody-s' })
    expect(unknown.error?.message).toBe('Invalid Refresh Token: Refresh Token Not Found')
    const missing = await auth.refreshSession()
    expect(missing.error?.message).toBe('Auth session missing!')
  })
})

test('a forgotten password: the address is asked for, and the link is on its way', async () => {
  await page.goto('/forgot-password')
  await page.getByRole('button', { name: 'Send reset link' }).click()
  await toast(page, 'Email required', 'Please enter your email address.').waitFor()
  await page.getByLabel('E-mail').fill(`nobody-${run}@people.test`)
  await page.getByRole('button', { name: 'Send reset link' }).click()
  await toast(page, 'Reset email sent').waitFor()
  await page.getByRole('heading', { name: 'Check Your Email' }).waitFor()
  await page.getByRole('button', { name: 'try again' }).click()
  await page.getByRole('button', { name: 'Send reset link' }).waitFor()
  people.expectNoComplaints()
})

test('a page that breaks shows what went wrong, and leads home', async () => {
  person.mayComplain(/A page that breaks/)
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
  people.expectNoComplaints()
})

test('every promised sentence is in the test that provokes it', () => {
  const missing = Object.entries(sentences).flatMap(([file, promised]) => {
    const text = readFileSync(join(import.meta.dirname, '..', file), 'utf8')
    return promised.filter((sentence) => !text.includes(sentence)).map((each) => [file, each])
  })
  expect(missing).toEqual([])
})
