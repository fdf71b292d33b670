/** Tests the messages of signing in, signing out and a forgotten password. */
import { allowConsoleErrors, takeComplaints } from '@testing/complaints.ts'
import { expectAddress, expectHeading, expectRefusal, expectToast } from '@testing/interactions.ts'
import { dprList } from '@testing/page-answers.ts'
import { acceptSignIn, renderPage } from '@testing/render.tsx'
import { casesOf } from '@testing/test-length.ts'
import { client, staff, trader } from '@testing/viewers.ts'
import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'

const away = { code: 500, msg: 'The database is away' }
const button = (name: string) => page.getByRole('button', { name, exact: true })

async function signIn(email: string, password: string) {
  await page.getByLabelText('E-mail').fill(email)
  await page.getByLabelText('Password', { exact: true }).fill(password)
  await button('Sign In').click()
}

describe('somebody signs in', () => {
  test('with nothing, with a wrong password, and with the right one', async () => {
    const api = await renderPage('/auth')
    await button('Sign In').click()
    await expect.element(page.getByText('Please fill in all fields').first()).toBeVisible()
    const refused = { error_code: 'invalid_credentials', msg: 'Invalid login credentials' }
    api.answerHttp({ 'POST /auth/v1/token': () => Response.json(refused, { status: 400 }) })
    await signIn(client.email, 'not the password')
    await expectToast('Sign In Error', 'Invalid login credentials')
    const braked = { error_code: 'over_password_failures', msg: 'Too many wrong passwords.' }
    api.answerHttp({ 'POST /auth/v1/token': () => Response.json(braked, { status: 429 }) })
    await signIn(client.email, 'semblance')
    await expectRefusal(page.getByLabelText('Password', { exact: true }), /mails you a link/)
    acceptSignIn(trader)
    await signIn(client.email, 'semblance')
    await expectAddress('/dashboard-selection')
  })

  test('and out again only when the server knows of it', async () => {
    const api = await renderPage('/manage-dprs', { viewer: client, answers: dprList })
    api.answerHttp({ 'POST /auth/v1/logout': () => Response.json(away, { status: 500 }) })
    await page.getByRole('button', { name: /user menu/ }).click()
    const menu = page.getByRole('dialog', { name: 'User menu' })
    await menu.getByText('Sign Out').click()
    await expectToast('Sign Out Error', 'The database is away')
    await expectAddress('/manage-dprs')
  })

  test('and a profile that is not there yet is no fault, while another one is logged', {
    tags: 'long',
  }, async () => {
    const api = await renderPage('/auth')
    const missing = { code: 'PGRST116', message: 'No row' }
    api.answerHttp({ 'GET /rest/v1/profiles': () => Response.json(missing, { status: 406 }) })
    acceptSignIn(trader)
    await signIn(client.email, 'semblance')
    await expectAddress('/dashboard-selection')
    await expectHeading(/./)
    expect(takeComplaints()).toEqual([])

    await renderPage('/auth')
    allowConsoleErrors(/The database is away/)
    const broken = { code: 'XX000', message: 'The database is away' }
    api.answerHttp({ 'GET /rest/v1/profiles': () => Response.json(broken, { status: 500 }) })
    await signIn(client.email, 'semblance')
    await expectAddress('/dashboard-selection')
    await expect.poll(() => takeComplaints().join()).toContain('The database is away')
  })
})

test('a forgotten password: the address is asked for, and the link is on its way', async () => {
  const api = await renderPage('/forgot-password')
  await button('Send reset link').click()
  await expectToast('Email required', 'Please enter your email address.')
  api.answerHttp({ 'POST /auth/v1/recover': () => Response.json({}) })
  await page.getByLabelText('E-mail').fill('nobody@example.test')
  await button('Send reset link').click()
  await expectToast('Reset email sent')
  await expect.element(page.getByRole('heading', { name: 'Check Your Email' })).toBeVisible()
  await button('try again').click()
  await expect.element(button('Send reset link')).toBeVisible()
})

describe("the staff's desk", () => {
  const paths = casesOf([''], ['/organizations', '/users', '/jobs', '/mail', '/audit-log'])
  test.each(paths)('/admin%s leads visitors to sign in', async (path) => {
    await renderPage(`/admin${path}`)
    await expectAddress(/^\/auth\?next=/)
  })

  test.each(paths)('/admin%s is closed to members', async (path) => {
    await renderPage(`/admin${path}`, { viewer: client })
    await expect.element(page.getByText('Access Denied').first()).toBeVisible()
  })

  test.each(casesOf(['toString'], ['none']))(
    'the tab %s, which there is not, is the first one',
    { tags: 'scaled' },
    async (tab) => {
      await renderPage(`/admin/ledger?tab=${tab}`, {
        viewer: staff,
        answers: { 'books.staff.overview': {}, 'payouts.listAttention': { items: [] } },
      })
      await expect.element(page.getByRole('heading', { name: 'Trial balance' })).toBeVisible()
    },
  )
})
