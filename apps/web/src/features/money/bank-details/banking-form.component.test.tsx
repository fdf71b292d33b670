/** A vendor says where it is paid and how it is taxed, and changes the account later on. */
import type { BankingDetails } from '@semblance/contract'
import { choose, expectAddress, expectRefusal, expectToast, fill } from '@testing/interactions.ts'
import { inDays } from '@testing/page-answers.ts'
import { acceptSignIn, renderPage } from '@testing/render.tsx'
import { trader as vendor } from '@testing/viewers.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'

const path = '/bank-tax-info'
const standing = {
  'stripe.standing': { provider: 'built_in' as const },
  'organizations.get': { country: 'US' },
  'payouts.overview': { obstacle: null, holdUntil: null, account: null },
  'taxForms.get': { status: 'missing' as const, forms: [] },
}
const onFile: Partial<BankingDetails> = {
  revision: 1,
  bankName: 'First Bank',
  accountHolderName: 'Supplier Inc.',
  accountKind: 'us',
  accountLast4: '6789',
  bic: '',
  vatNumber: '',
  routingNumber: '021000021',
  accountType: 'business-checking',
  taxIdLast4: '6780',
  businessType: 'llc',
  taxAddress: '1 Long Street',
  taxCity: 'Boston',
  taxState: 'MA',
  taxZip: '02110',
  additionalNotes: '',
}

async function fillAll() {
  await fill({
    'Account holder name': 'Supplier Inc.',
    'Account number': '000123456789',
    'Routing number': '021000021',
    'Bank name': 'First Bank',
    'Tax ID': '12-3456780',
    'Tax address': '1 Long Street',
    City: 'Boston',
    State: 'MA',
    'ZIP code': '02110',
  })
  await choose('Account type', 'Business checking')
  await choose('Business type', 'LLC')
}

const save = () => page.getByRole('button', { name: 'Save Information' }).click()
const expectSaved = () =>
  expectToast('Information Saved', 'Your banking and tax information has been securely saved.')

test('every field but the notes is asked for, and a wrong value names its own', {
  tags: 'long',
}, async () => {
  const api = await renderPage(path, {
    viewer: vendor,
    answers: { ...standing, 'banking.get': null },
  })
  await save()
  await expect.element(page.getByText('11 fields need an answer')).toBeVisible()
  await fillAll()
  const routing = page.getByLabelText('Routing number')
  await routing.fill('12345678')
  await save()
  await expectRefusal(routing, 'Enter the routing number, nine digits')
  await expect.element(page.getByLabelText('Account number')).toHaveValue('000123456789')
  await routing.fill('123456789')
  await expect.element(page.getByText('does not look like a US routing number')).toBeVisible()
  expect(api.calls('banking.save')).toEqual([])
  await routing.fill('021000021')
  api.answer({ 'banking.save': onFile })
  await save()
  await expectSaved()
  await expectAddress('/dashboard-selection')
  expect(api.calls('banking.save')).toMatchObject([
    { accountNumber: '000123456789', taxId: '12-3456780', businessType: 'llc', revision: 0 },
  ])
})

test('what was saved comes back with its last four digits, and a new account holds payouts', async () => {
  const api = await renderPage(path, {
    viewer: vendor,
    answers: { ...standing, 'banking.get': onFile },
  })
  const facts = page.getByRole('region', { name: 'On file' })
  await expect.element(facts.getByText('•••• 6789')).toBeVisible()
  await expect.element(page.getByLabelText('Bank name')).toHaveValue('First Bank')
  await expect.element(page.getByLabelText('Account number')).toHaveValue('')
  await page.getByLabelText('City').fill('Cambridge')
  await page.getByLabelText('Account number').fill('999888777666')
  const changed = { ...onFile, accountLast4: '7666', holdUntil: inDays(3) }
  api.answer({ 'banking.save': changed, 'banking.get': changed })
  await save()
  await expect.element(page.getByText('Payouts are held until')).toBeVisible()
  await expectAddress('/dashboard-selection')
  expect(api.calls('banking.save')).toMatchObject([
    { taxCity: 'Cambridge', accountNumber: '999888777666', revision: 1 },
  ])
})

test('an organization of an IBAN country is asked for IBAN and BIC, and a wrong check digit is named', {
  tags: 'long',
}, async () => {
  const api = await renderPage(path, {
    viewer: vendor,
    answers: { ...standing, 'organizations.get': { country: 'DE' }, 'banking.get': null },
  })
  await fill({
    'Account holder name': 'Supplier GmbH',
    IBAN: 'DE88 3704 0044 0532 0130 00',
    BIC: 'cobadeffxxx',
    'Bank name': 'Commerzbank',
    'Tax ID': '12/345/67890'.replaceAll('/', '-'),
    'VAT number': 'DE 136 695 976',
    'Tax address': 'Lindwurmstrasse 88',
    City: 'Munich',
    'Postal code': '80337',
  })
  await choose('Account type', 'Business checking')
  await choose('Business type', 'Corporation')
  await save()
  await expectRefusal(page.getByLabelText('IBAN'), /check digits of this IBAN do not fit/)
  expect(api.calls('banking.save')).toEqual([])
  await page.getByLabelText('IBAN').fill('DE89 3704 0044 0532 0130 00')
  await expect.element(page.getByText(/Check digits fit/)).toBeVisible()
  api.answer({ 'banking.save': { ...onFile, accountKind: 'iban', bic: 'COBADEFFXXX' } })
  await save()
  await expectSaved()
  expect(api.calls('banking.save')).toMatchObject([
    {
      accountKind: 'iban',
      accountNumber: 'DE89370400440532013000',
      bic: 'COBADEFFXXX',
      routingNumber: '',
      taxState: '',
      vatNumber: 'DE136695976',
    },
  ])
})

test('a visitor signs in to save, and finds everything but the numbers as it was typed', {
  tags: 'long',
}, async () => {
  const api = await renderPage(path, { answers: { ...standing, 'banking.get': onFile } })
  const facts = page.getByRole('region', { name: 'On file' })
  await expect.element(facts.getByText('••••').first()).toBeVisible()
  await fillAll()
  await save()
  await expectAddress('/auth?next=%2Fbank-tax-info')
  acceptSignIn(vendor, { 'banking.get': null, 'banking.save': onFile })
  await page.getByLabelText('E-mail').fill(vendor.email)
  await page.getByLabelText('Password', { exact: true }).fill('semblance')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expectAddress(path)
  await expect.element(page.getByLabelText('Bank name')).toHaveValue('First Bank')
  await expect.element(page.getByLabelText('Account number')).toHaveValue('')
  await expect.element(page.getByLabelText('Tax ID')).toHaveValue('')
  await fill({
    'Account number': '000123456781',
    'Routing number': '021000021',
    'Tax ID': '12-3456781',
  })
  await save()
  await expectSaved()
  expect(api.calls('banking.save')).toMatchObject([{ accountNumber: '000123456781' }])
})

test('who sees to money reads how the tax form stands, and is told what is missing before an upload', async () => {
  const refused = {
    id: '00000000-0000-4000-8000-000000000001',
    kind: 'w8ben_e' as const,
    signedOn: '2026-03-02',
    lastDay: '2029-12-31',
    state: 'refused' as const,
    reason: 'The second page is missing.',
    document: { fileName: 'w8.pdf', bytes: 1200 },
  }
  await renderPage(path, {
    viewer: vendor,
    answers: {
      ...standing,
      'banking.get': onFile,
      'taxForms.get': { status: 'refused', forms: [refused] },
    },
  })
  const form = page.getByRole('article', { name: 'W-8BEN-E' })
  await expect.element(form.getByText('Reason: The second page is missing.')).toBeVisible()
  await expect
    .element(form.getByText('Signed Mar 2, 2026, to the end of Dec 31, 2029'))
    .toBeVisible()
  const readiness = page.getByRole('complementary', { name: 'Payout readiness' })
  await expect.element(readiness.getByText(/Not accepted\. Read the reason/)).toBeVisible()
  await page.getByRole('button', { name: 'Upload form' }).click()
  await expect.element(page.getByText('Enter the day on which the form was signed.')).toBeVisible()
})
