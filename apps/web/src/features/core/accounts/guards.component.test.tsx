/** Pages that are led to, refused or explained by the role of the person who opens them. */
import { allowConsoleErrors } from '@testing/complaints.ts'
import type { Answers } from '@testing/fake-api.ts'
import { expectAddress, expectHeading } from '@testing/interactions.ts'
import { quietDashboards } from '@testing/page-answers.ts'
import { acceptSignIn, renderPage } from '@testing/render.tsx'
import { casesOf } from '@testing/test-length.ts'
import { client, staff, trader, type Viewer, vendor, viewerAnswer } from '@testing/viewers.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'

const employee: Viewer = { ...client, roles: [], membership: 'pending' }
const refusal =
  "You don't have permission to access this page. Please contact your administrator if you believe this is an error."
const desk: Answers = { 'applications.list': { items: [] } }

test.each(casesOf(['/client-dashboard'], ['/dashboard-selection', '/vendor-dashboard']))(
  'a signed-out visitor of %s is led to sign in',
  { tags: 'scaled' },
  async (path) => {
    await renderPage(path, { answers: quietDashboards })
    await expectAddress('/auth')
  },
)

test.each(casesOf(['/vendor-dashboard'], ['/client-dashboard']))(
  '%s turns away a person without a role',
  { tags: 'scaled' },
  async (path) => {
    await renderPage(path, { viewer: employee, answers: quietDashboards })
    await expectAddress('/unauthorized')
    await expectHeading('Access Denied')
    await expect.element(page.getByText(refusal)).toBeVisible()
  },
)

test('a person who waits for approval reads so in the chooser', async () => {
  await renderPage('/dashboard-selection', { viewer: employee, answers: quietDashboards })
  const notice = "Your access is awaiting your organization's approval"
  await expect.element(page.getByText(notice)).toBeVisible()
})

test('whoever waits for approval is led on by the event of it, without a click', async () => {
  const api = await renderPage('/dashboard-selection', {
    viewer: employee,
    answers: quietDashboards,
  })
  await expect.element(page.getByRole('heading', { name: /^Welcome/ })).toBeVisible()
  acceptSignIn(trader)
  api.answer({ 'organizations.viewer': viewerAnswer(trader) })
  await api.emit({ topic: 'membership.changed' })
  await expect.element(page.getByRole('link', { name: /Client Dashboard/ })).toBeVisible()
})

test.each([
  ['/client-dashboard', vendor, 'client'],
  ['/vendor-dashboard', client, 'vendor'],
] as const)(
  'an administrator passes the guard of %s, and reads why nothing is there',
  async (path, viewer, side) => {
    await renderPage(path, { viewer, answers: quietDashboards })
    const reason = page.getByText(`Your organization is not approved as a ${side}.`)
    await expect.element(reason).toBeVisible()
    await expectAddress(path)
  },
)

test.each(['/auth', '/sign-in'])('a signed-in person at %s is led to the chooser', async (path) => {
  await renderPage(path, { viewer: trader, answers: quietDashboards })
  await expectAddress('/dashboard-selection')
})

test.each([
  [client, '/client-dashboard'],
  [vendor, '/vendor-dashboard'],
] as const)(
  'a member whose organization has one side is led to its dashboard, with none to switch to',
  async (viewer, path) => {
    await renderPage('/dashboard-selection', { viewer, answers: quietDashboards })
    await expectAddress(path)
    await expectHeading(/Welcome/)
    await expect
      .element(page.getByRole('button', { name: 'Switch Dashboard' }))
      .not.toBeInTheDocument()
  },
)

test('the applications desk is for compliance staff', async () => {
  const api = await renderPage('/admin/applications', { viewer: client, answers: desk })
  await expect.element(page.getByText(refusal)).toBeVisible()
  expect(api.calls('applications.list')).toEqual([])
  await renderPage('/admin/applications', { answers: desk })
  await expectAddress(/^\/auth/)
  expect(api.calls('applications.list')).toEqual([])
  await renderPage('/admin/applications', { viewer: staff, answers: desk })
  await expectHeading('Business applications')
  await expect.poll(() => api.calls('applications.list').length).toBeGreaterThan(0)
})

test('an unknown path says so and leads home', async () => {
  allowConsoleErrors(/no-such-page/)
  await renderPage('/no-such-page')
  await expect.element(page.getByText('Oops! Page not found')).toBeVisible()
  await page.getByRole('link', { name: 'Return to Home' }).click()
  await expectAddress('/')
})
