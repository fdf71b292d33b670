/** Tests the line that asks for an acceptance after a sign-in. */
import { errors } from '@semblance/contract'
import { expectSound } from '@testing/expect-sound.ts'
import { refuse } from '@testing/fake-api.ts'
import { expectToast } from '@testing/interactions.ts'
import { legalEntries, versionsOf } from '@testing/legal-entries.ts'
import { quietDashboards } from '@testing/page-answers.ts'
import { renderPage } from '@testing/render.tsx'
import { trader as client, viewerAnswer } from '@testing/viewers.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'

const newcomer = { ...client, legalDue: ['terms' as const, 'privacy' as const] }
const line = () => page.getByRole('complementary', { name: 'Legal documents' })
const dialog = () => page.getByRole('dialog')
const open = () => line().getByRole('button', { name: 'Read and accept' }).click()
const accept = () => dialog().getByRole('button', { name: 'Accept', exact: true }).click()
const box = () => dialog().getByRole('checkbox', { name: /I agree/ })

test('it blocks no page, and waits until later', { tags: 'scaled' }, async () => {
  await renderPage('/client-dashboard', { viewer: newcomer, answers: quietDashboards })
  await expect
    .element(
      line().getByText(
        'The Terms of Service and Privacy Policy in force wait for your acceptance.',
      ),
    )
    .toBeVisible()
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectSound()
  await open()
  await dialog().getByRole('button', { name: 'Later' }).click()
  await expect.element(dialog()).not.toBeInTheDocument()
  await expect.element(line()).toBeVisible()
})

test('it stores the versions that were shown, and is gone', async () => {
  const api = await renderPage('/dashboard-selection', { viewer: newcomer })
  await open()
  const terms = dialog().getByRole('link', { name: /Terms of Service/ })
  await expect.element(terms).toHaveAttribute('href', `/legal/terms/${'1'.repeat(64)}`)
  await accept()
  await expect.element(dialog().getByText('Please agree to the terms and conditions')).toBeVisible()
  expect(api.calls('legal.accept')).toEqual([])
  await box().click()
  api.answer({ 'legal.accept': undefined, 'organizations.viewer': viewerAnswer(client) })
  await accept()
  await expectToast('Accepted')
  expect(api.calls('legal.accept')).toEqual([{ accepted: versionsOf('terms', 'privacy') }])
  await expect.element(line()).not.toBeInTheDocument()
})

test('versions that changed while it was open are shown anew, and asked for again', {
  tags: 'long',
}, async () => {
  const api = await renderPage('/dashboard-selection', { viewer: newcomer })
  await open()
  await box().click()
  const [terms, ...others] = legalEntries
  const newer = { ...terms!, version: 'a'.repeat(64) }
  api.answer({
    'legal.accept': refuse('legal_outdated'),
    'legal.list': { items: [newer, ...others] },
  })
  await accept()
  await expect.element(dialog().getByText(errors.legal_outdated.message)).toBeVisible()
  await expect.element(box()).not.toBeChecked()
  await expect
    .element(dialog().getByRole('link', { name: /Terms of Service/ }))
    .toHaveAttribute('href', `/legal/terms/${newer.version}`)
  await box().click()
  api.answer({ 'legal.accept': undefined })
  await accept()
  await expect
    .poll(() => api.calls('legal.accept').at(-1))
    .toMatchObject({
      accepted: { terms: newer.version },
    })
})

test('it is not shown to a person who has accepted what is in force', async () => {
  await renderPage('/client-dashboard', { viewer: client, answers: quietDashboards })
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(line().elements()).toEqual([])
})
