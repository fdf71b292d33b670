/** Tests the messages of signing up, with the account server's answers faked. */
import { allowConsoleErrors } from '@testing/complaints.ts'
import { refuse } from '@testing/fake-api.ts'
import { expectRefusal, expectToast, fill } from '@testing/interactions.ts'
import { versionsOf } from '@testing/legal-entries.ts'
import { renderPage } from '@testing/render.tsx'
import { client, sessionOf } from '@testing/viewers.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'

const away = () =>
  Response.json({ code: 'XX000', message: 'The database is away' }, { status: 500 })
const accountsAway = () =>
  Response.json({ code: 500, msg: 'The database is away' }, { status: 500 })
const organizations = 'GET /rest/v1/organizations'
const known = () => Response.json([{ organization_id: 'ORG-10001-BUYER' }])
const unknown = () => Response.json([])
const says = (sentence: string | RegExp) =>
  expect.element(page.getByText(sentence).first()).toBeVisible()

test('every rule of the sign-up form has its sentence, and so has every failure', async () => {
  const api = await renderPage('/auth?tab=sign-up')
  const submit = () => page.getByRole('button', { name: 'Sign Up', exact: true }).click()
  const type = async (values: Record<string, string>) => {
    for (const [label, value] of Object.entries(values))
      await page.getByLabelText(label, { exact: true }).fill(value)
  }
  await submit()
  await says('Please fill in all required fields')
  await type({
    'First name': 'Tilda',
    'Last name': 'Berg',
    'E-mail': 'tilda@example.test',
    'Organization ID': 'ORG-00000-NOBDY',
    Password: 'short',
    'Confirm password': 'other',
  })
  await submit()
  await says('Passwords do not match')
  await says('Password must be at least 6 characters')
  await says('Please agree to the terms and conditions')
  await type({ Password: 'a long password', 'Confirm password': 'a long password' })
  await page.getByRole('checkbox', { name: /I agree/ }).click()
  api.answerHttp({ [organizations]: unknown })
  await submit()
  await says('Invalid organization ID or organization not approved')

  allowConsoleErrors(/./)
  api.answerHttp({ [organizations]: away })
  await submit()
  await says('Database error occurred while validating organization ID')
  api.answerHttp({ [organizations]: () => Response.json(null) })
  await submit()
  await expectToast('Sign Up Error', 'Failed to create account. Please try again.')
  api.answerHttp({ [organizations]: known, 'POST /auth/v1/signup': accountsAway })
  await submit()
  await expectToast('Sign Up Error', 'The database is away')
  const tooCommon = { error_code: 'password_too_common', msg: 'One of the most used passwords.' }
  api.answerHttp({ 'POST /auth/v1/signup': () => Response.json(tooCommon, { status: 400 }) })
  await submit()
  await expectRefusal(page.getByLabelText('Password', { exact: true }), tooCommon.msg)
  const outdated = { error_code: 'legal_outdated', msg: 'A newer version applies.' }
  api.answerHttp({ 'POST /auth/v1/signup': () => Response.json(outdated, { status: 409 }) })
  await submit()
  const box = page.getByRole('checkbox', { name: /I agree/ })
  await expectRefusal(box, outdated.msg)
  await expect.element(box).not.toBeChecked()
  await box.click()
  let sent: unknown
  api.answerHttp({
    'POST /auth/v1/signup': async (request) => {
      sent = await request.json()
      return Response.json(sessionOf(client).user)
    },
  })
  await submit()
  await expectToast('Success', 'Check your email for confirmation link')
  expect(sent).toMatchObject({ data: { accepted: versionsOf('terms', 'privacy') } })
  await says('Account created! Please check your email to verify your account.')
  await expect.element(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible()
})

test('who joins an organization that is not known is refused, and what was typed stays', {
  tags: 'long',
}, async () => {
  const api = await renderPage('/auth')
  await page.getByRole('link', { name: /Join your organization/ }).click()
  const create = () => page.getByRole('button', { name: 'Create Account' }).click()
  await create()
  await expectToast('Error', 'Please fill in all required fields')
  await fill({
    'Organization ID': 'ORG-00000-NOBDY',
    'First name': 'Tom',
    'Last name': 'Ferreira',
    'E-mail': 'tom@example.test',
    'Job title': 'Procurement Analyst',
    Phone: '+44 113 496 0120',
    'Confirm password': 'short',
  })
  const password = page.getByLabelText('Password', { exact: true })
  await password.fill('short')
  await create()
  await says('Password must be at least 6 characters')
  await password.fill('a long password')
  await page.getByLabelText('Confirm password').fill('a long password')
  api.answerHttp({ [organizations]: unknown })
  await create()
  await says('Invalid organization ID or organization not approved')
  await expect.element(page.getByLabelText('Job title')).toHaveValue('Procurement Analyst')

  const tooCommon = { error_code: 'password_too_common', msg: 'One of the most used passwords.' }
  const refuse = () => Response.json(tooCommon, { status: 400 })
  api.answerHttp({ [organizations]: known, 'POST /auth/v1/signup': refuse })
  allowConsoleErrors(/400/)
  await create()
  await expectRefusal(password, tooCommon.msg)
})

const token = 'k'.repeat(43)
const approved = {
  businessName: 'Northwind Grocers',
  organizationId: 'ORG-10001-BUYER',
  email: 'lena@northwind.example',
  contactPerson: 'Lena Brandt',
  isFirst: true,
}

test('the link of the approval mail fills the sign-up in, and needs no confirmation mail', async () => {
  const api = await renderPage(`/auth?tab=sign-up#approval=${token}`, {
    answers: { 'applications.approvalLink': approved },
  })
  await says('You join as the first administrator')
  await expect.element(page.getByLabelText('Organization ID')).toHaveValue('ORG-10001-BUYER')
  await expect.element(page.getByLabelText('E-mail')).toHaveAttribute('readonly')
  await expect.element(page.getByLabelText('First name')).toHaveValue('Lena')
  await fill({ 'Confirm password': 'a long password' })
  await page.getByLabelText('Password', { exact: true }).fill('a long password')
  await page.getByRole('checkbox', { name: /I agree/ }).click()
  let sent: unknown
  api.answerHttp({
    [organizations]: known,
    'POST /auth/v1/signup': async (request) => {
      sent = await request.json()
      return Response.json(sessionOf(client).user)
    },
  })
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click()
  await expect
    .poll(() => sent)
    .toMatchObject({
      email: 'lena@northwind.example',
      data: { approval: token, organization_id: 'ORG-10001-BUYER', first_name: 'Lena' },
    })
})

test('a used link says so, and offers the sign-up by organization ID', async () => {
  await renderPage(`/auth?tab=sign-up#approval=${token}`, {
    answers: {
      'applications.approvalLink': refuse('approval_link_closed'),
    },
  })
  await says(/This link is of no more use/)
  await expect.element(page.getByLabelText('Organization ID')).toHaveValue('')
  await expect.element(page.getByLabelText('Organization ID')).not.toHaveAttribute('readonly')
})

test('two passwords that differ are refused, and no account is made', async () => {
  await renderPage('/sign-up')
  await fill({
    'Organization ID': 'ORG-10001-BUYER',
    Role: 'Data Scientist',
    'E-mail': 'priya@example.test',
    'Confirm password': 'another one',
  })
  await page.getByLabelText('Name', { exact: true }).fill('Priya van Raman')
  await page.getByLabelText('Password', { exact: true }).fill('a long password')
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expectToast('Password Mismatch', 'Passwords do not match. Please try again.')
})
