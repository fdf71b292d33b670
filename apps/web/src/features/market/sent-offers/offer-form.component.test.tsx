import { consentStatements, defaultLicense, errors } from '@semblance/contract'
import { refuse } from '@testing/fake-api.ts'
import { expectAddress, expectRefusal, expectToast, fill } from '@testing/interactions.ts'
import { versionsOf } from '@testing/legal-entries.ts'
import { dprPage, inDays, quietDashboards } from '@testing/page-answers.ts'
import { acceptSignIn, renderPage } from '@testing/render.tsx'
import { vendor } from '@testing/viewers.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'

const path = '/submit-offer/DPR-1001'
const answers = { ...dprPage({ isOwn: false }), ...quietDashboards }
const amount = () => page.getByLabelText(/Offer amount/)
const days = () => page.getByLabelText('Timeline (days)')
const description = () => page.getByLabelText('Data description')
const submit = () => page.getByRole('button', { name: 'Submit Offer' }).click()
const consent = () => page.getByRole('checkbox', { name: /I accept/ }).click()

/** Opens the details, whose one line says this before. */
async function openDetails(line: RegExp) {
  const details = page.getByRole('button', { name: /^Details/ })
  await expect.element(details.getByText(line)).toBeVisible()
  await details.click()
}

test('an offer with gaps, then without consent, says so in the words of the specification', async () => {
  const api = await renderPage(path, { viewer: vendor, answers })
  await amount().fill('a lot')
  await submit()
  await expectToast('Missing Information', 'Please fill out all fields to submit your offer.')
  await expect.element(page.getByText('Enter your timeline in days')).toBeVisible()
  await expect.element(page.getByText('Enter an amount in dollars, such as 18,500')).toBeVisible()
  await expect.element(amount()).toHaveValue('a lot')
  await amount().fill('27,000')
  await expect.element(page.getByText("$2,000 above the client's budget")).toBeVisible()
  await amount().fill('18,500')
  await days().fill('10')
  await description().fill('Census microdata.')
  await submit()
  await expectToast(
    'Terms Not Accepted',
    'You must accept the terms and conditions to submit your offer.',
  )
  expect(api.calls('offers.submit')).toEqual([])
  await expect.element(page.getByText(consentStatements.submit)).toBeVisible()
  await consent()
  api.answer({ 'offers.submit': { id: 'OFF-3001' } })
  await submit()
  await expectToast('Offer Submitted Successfully')
  await expectAddress('/vendor-dashboard')
  expect(api.calls('offers.submit')).toMatchObject([
    {
      dprId: 'DPR-1001',
      priceCents: 18_500_00n,
      timelineDays: 10,
      accepted: versionsOf('terms', 'dpa', 'license'),
    },
  ])
})

test('a vendor without a bank account reads before the offer that payouts wait for one', {
  tags: 'long',
}, async () => {
  const waiting = {
    ...answers,
    'payouts.overview': { obstacle: 'no_account' as const },
    'banking.get': null,
    'stripe.standing': { provider: 'built_in' as const },
    'taxForms.get': { status: 'missing' as const, forms: [] },
  }
  await renderPage(path, { viewer: vendor, answers: waiting })
  const note = page.getByRole('complementary', { name: 'Payout readiness' })
  await expect.element(note.getByText(/None on file. Add the account/)).toBeVisible()
  await expect
    .element(note.getByRole('link', { name: 'Bank details' }))
    .toHaveAttribute('href', '/bank-tax-info')
})

test('a detail that the server refuses opens the details and says so', {
  tags: 'long',
}, async () => {
  const api = await renderPage(path, { viewer: vendor, answers })
  const services = page.getByLabelText(/Additional services/)
  await expect.element(services).not.toBeVisible()
  await amount().fill('18,500')
  await fill({ 'Timeline (days)': '10', 'Data description': 'Census microdata.' })
  await consent()
  api.answer({ 'offers.submit': refuse('bad_input', { field: 'additionalServicesCents' }) })
  await submit()
  await expect.element(services).toBeVisible()
  await expectRefusal(services, errors.bad_input.message)
})

test('an offer grants what the request asks for, until the vendor chooses other license terms', {
  tags: 'long',
}, async () => {
  const license = { ...defaultLicense, termMonths: 24 as const }
  const asked = dprPage({ isOwn: false, license })
  const api = await renderPage(path, { viewer: vendor, answers: { ...answers, ...asked } })
  await amount().fill('18,500')
  await fill({ 'Timeline (days)': '10', 'Data description': 'Census microdata.' })
  await consent()
  await openDetails(/Term: 24 months from the delivery. Otherwise standard terms/)
  await page.getByRole('button', { name: 'Change the license' }).click()
  await page.getByRole('checkbox', { name: 'Internal analytics' }).click()
  await page.getByRole('checkbox', { name: 'The use case that the request names' }).click()
  await submit()
  await expect.element(page.getByText('Choose at least one purpose')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Research' }).click()
  api.answer({ 'offers.submit': { id: 'OFF-3001' } })
  await submit()
  await expectAddress('/vendor-dashboard')
  expect(api.calls('offers.submit')).toMatchObject([
    { license: { ...license, purposes: ['research'] } },
  ])
})

test('a request that has an offer of the own organization takes no second one', async () => {
  const offered = dprPage({ isOwn: false, offered: true })
  await renderPage(path, { viewer: vendor, answers: { ...answers, ...offered } })
  await expect.element(page.getByText(errors.offer_exists.message)).toBeVisible()
})

test('an offer that a colleague has sent first is refused in words', { tags: 'long' }, async () => {
  const api = await renderPage(path, { viewer: vendor, answers })
  await amount().fill('18,500')
  await fill({ 'Timeline (days)': '10', 'Data description': 'Census microdata.' })
  await consent()
  api.answer({ 'offers.submit': refuse('offer_exists') })
  await submit()
  await expect.element(page.getByText(errors.offer_exists.message)).toBeVisible()
  await expect.element(description()).toHaveValue('Census microdata.')
})

test('an offer names the versions that it accepts, and asks again where they have changed', async () => {
  const api = await renderPage(path, { viewer: vendor, answers })
  const license = page.getByRole('link', { name: /Data License/ })
  await expect.element(license).toHaveAttribute('href', `/legal/license/${'4'.repeat(64)}`)
  await amount().fill('18,500')
  await fill({ 'Timeline (days)': '10', 'Data description': 'Census microdata.' })
  await consent()
  api.answer({ 'offers.submit': refuse('legal_outdated', { field: 'accepted.license' }) })
  await submit()
  const box = page.getByRole('checkbox', { name: /I accept/ })
  await expectRefusal(box, errors.legal_outdated.message)
  await expect.element(box).not.toBeChecked()
  await expect.element(description()).toHaveValue('Census microdata.')
})

test('an offer takes no numbers but plain ones, and runs no script', { tags: 'long' }, async () => {
  const api = await renderPage(path, { viewer: vendor, answers })
  await description().fill('<script>document.title = "taken"</script> \u{1f4be} \u05e9')
  for (const [price, time] of [
    ['1e9', '1e1'],
    ['-5', '-1'],
    ['0', '0'],
    ['12,5,00', '2.5'],
    ['\u{1f4b0}', 'ten'],
  ] as const) {
    await amount().fill(price)
    await days().fill(time)
    await submit()
    await expectRefusal(amount(), /\S/)
    await expectRefusal(days(), /\S/)
    await expect.element(amount()).toHaveValue(price)
    await expect.element(days()).toHaveValue(time)
  }
  expect(document.title).toBe('Submit offer: Card transactions · Semblance')
  expect(api.calls('offers.submit')).toEqual([])
})

test('a visitor reads sample rows, is led to sign in when sending, and finds the text again', {
  tags: 'long',
}, async () => {
  const row = { id: 'DPR-1001', title: 'Card transactions', closesAt: inDays(20) }
  await renderPage('/marketplace', { answers: { ...answers, 'market.browse': { items: [row] } } })
  const banner = page.getByText('No real money or personal data moves here.')
  await expect.element(banner).toBeVisible()
  await expect.element(page.getByRole('article').first()).toBeVisible()
  await page
    .getByRole('link', { name: /^Submit Offer/ })
    .first()
    .click()
  await expectAddress(path)
  await amount().fill('16,000')
  await fill({ 'Timeline (days)': '9', 'Data description': 'Kept through sign-in.' })
  await consent()
  await submit()
  await expectAddress(`/auth?next=${encodeURIComponent(path)}`)
  acceptSignIn(vendor)
  await fill({ 'E-mail': vendor.email })
  await page.getByLabelText('Password', { exact: true }).fill('semblance')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expectAddress(path)
  await expect.element(description()).toHaveValue('Kept through sign-in.')
  await expect.element(amount()).toHaveValue('16,000')
})

test('a minimum accuracy is proposed from the estimate, and can be none only by choice', async () => {
  const column = (name: string) => ({ name, logicalType: 'integer' as const })
  const dataContract = {
    apiVersion: 'v3.1.0',
    kind: 'DataContract' as const,
    id: '1',
    version: '1',
    status: 'active',
    schema: [{ name: 'visits', properties: [column('a'), column('b')] }],
  }
  const described = { isOwn: false, minRecords: 5000, minAccuracyPercent: null, dataContract }
  const estimate = {
    accuracyPercent: 96.4,
    errorPoints: 3.2,
    noisePoints: 2.5,
    minAccuracyPercent: 93,
  }
  const api = await renderPage(path, {
    viewer: vendor,
    answers: { ...answers, ...dprPage(described), 'estimates.accuracy': estimate },
  })
  const minimum = page.getByLabelText('Minimum accuracy (%)')
  await expect.element(minimum).toHaveValue('93')
  await openDetails(/accuracy at least 93%/)
  await expect.element(page.getByText(/Estimated for 5,000 rows and 2 columns/)).toBeVisible()
  await expect.element(page.getByText(/a fixed price fits better/)).toBeVisible()
  await amount().fill('18,500')
  await fill({
    'Timeline (days)': '10',
    'Data description': 'Census microdata.',
    'Accuracy for full price (%)': '98',
    'Lowest price (%)': '60',
  })
  await expect.element(page.getByText(/At the estimated 96.4% the price would be/)).toBeVisible()
  await minimum.fill('97')
  await expect.element(page.getByText(/A delivery is likely to miss 97%/)).toBeVisible()
  await minimum.fill('')
  await fill({ 'Accuracy for full price (%)': '', 'Lowest price (%)': '' })
  await consent()
  await submit()
  await expectRefusal(minimum, 'Enter the minimum accuracy, or choose none')
  await page.getByRole('checkbox', { name: 'No minimum accuracy' }).click()
  api.answer({ 'offers.submit': { id: 'OFF-3001' } })
  await submit()
  await expectAddress('/vendor-dashboard')
  expect(api.calls('offers.submit')).toMatchObject([{ minAccuracyPercent: null }])
})
