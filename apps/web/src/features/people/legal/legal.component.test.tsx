/** Tests the legal documents' pages, and the lists of who accepted them. */

import { expectSound } from '@testing/expect-sound.ts'
import { refuse } from '@testing/fake-api.ts'
import { expectAddress, expectHeading } from '@testing/interactions.ts'
import { legalEntries } from '@testing/legal-entries.ts'
import { answerAll } from '@testing/page-answers.ts'
import type { OutputOf, Sketch } from '@testing/procedures.ts'
import { renderPage } from '@testing/render.tsx'
import { client } from '@testing/viewers.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'

const [terms] = legalEntries
const text = `# Terms of Service

**Template, not legal advice.**

## 1. Parties

Between us & you. <img src=x onerror="document.title='taken'">

- [Data License](/legal/license)
- [a trap](javascript:alert(1))

| subject | what holds |
| --- | --- |
| term | no end |
`
const inForce: Sketch<OutputOf<'legal.get'>> = {
  document: 'terms',
  title: 'Terms of Service',
  version: terms!.version,
  dated: '2026-11-25',
  isInForce: true,
  text,
  versions: [
    { version: terms!.version, dated: '2026-11-25', publishedAt: new Date('2026-11-25T10:00:00Z') },
    { version: '9'.repeat(64), dated: '2026-01-31', publishedAt: new Date('2026-02-01T10:00:00Z') },
  ],
}

test('anyone comes from the list to a document, and from there to an earlier version and back', async () => {
  const api = await renderPage('/legal')
  await expectHeading('Legal documents')
  api.answer({
    'legal.get': ({ version }) =>
      version === '9'.repeat(64)
        ? { ...inForce, version, dated: '2026-01-31', isInForce: false }
        : inForce,
  })
  await page.getByRole('link', { name: /Terms of Service/ }).click()
  await expectHeading('Terms of Service')
  await expect.element(page.getByText('Version of Nov 25, 2026')).toBeVisible()
  await page.getByRole('link', { name: 'Version of Jan 31, 2026' }).click()
  await expectAddress(`/legal/terms/${'9'.repeat(64)}`)
  await expect.element(page.getByText('This is an earlier version.')).toBeVisible()
  await page.getByRole('link', { name: 'Read the one in force' }).click()
  await expectAddress('/legal/terms')
})

test('a document is drawn as text alone: HTML stays visible, and a script is no address', async () => {
  await renderPage('/legal/terms', { answers: { 'legal.get': inForce } })
  await expect.element(page.getByRole('heading', { level: 2, name: '1. Parties' })).toBeVisible()
  await expect.element(page.getByText(/<img src=x/)).toBeVisible()
  await expect.element(page.getByRole('cell', { name: 'no end' })).toBeVisible()
  const links = [...document.querySelectorAll('article a')].map((link) => link.getAttribute('href'))
  expect(links).toEqual(['/legal/license', null])
  expect(document.querySelectorAll('article img')).toHaveLength(0)
  await expectSound()
})

test('an address without a document says so, and leads to those in force', async () => {
  await renderPage('/legal/cookies', { answers: { 'legal.get': refuse('not_found') } })
  await expect.element(page.getByText('This document was not found')).toBeVisible()
  const list = page.getByRole('link', { name: 'Legal documents' })
  await expect.element(list).toHaveAttribute('href', '/legal')
})

const acceptance = {
  person: 'Robin Example',
  organization: 'Halden Retail',
  document: 'license',
  version: '4'.repeat(64),
  dated: '2026-11-25',
  act: 'checkout',
  object: 'CTR-7',
  address: '192.0.2.7',
} as const

test('people see under Privacy & security what they accepted, when, where and for what', {
  tags: 'long',
}, async () => {
  await renderPage('/privacy-security', {
    viewer: client,
    answers: { ...answerAll(), 'legal.listOwn': { items: [acceptance] } },
  })
  const list = page.getByRole('region', { name: 'Legal documents you accepted' })
  await expect
    .element(list.getByRole('link', { name: 'Data License of Nov 25, 2026' }))
    .toHaveAttribute('href', `/legal/license/${'4'.repeat(64)}`)
  for (const part of ['Halden Retail', 'Payment CTR-7', '192.0.2.7'])
    await expect.element(list.getByText(part)).toBeVisible()
  await expectSound()
})

test('an administrator sees who accepted what for the organization', async () => {
  const items = [acceptance, { ...acceptance, person: null, address: null }]
  const answers = { ...answerAll(), 'legal.listOfOrganization': { items } }
  await renderPage('/organization-settings', { viewer: client, answers })
  const list = page.getByRole('region', { name: 'Accepted legal documents' })
  await expect.element(list.getByText('Deleted account')).toBeVisible()
  await expect.element(list.getByText('Address not kept')).toBeVisible()
})

test('a member who is no administrator is not shown what others accepted', async () => {
  const plain = { ...client, roles: client.roles.filter((role) => role !== 'admin') }
  const api = await renderPage('/organization-settings', {
    viewer: plain,
    answers: { ...answerAll(), 'legal.listOfOrganization': refuse('not_permitted') },
  })
  await expect.element(page.getByRole('region', { name: 'Active users' })).toBeVisible()
  const list = page.getByRole('region', { name: 'Accepted legal documents' })
  expect(list.elements()).toEqual([])
  expect(api.calls('legal.listOfOrganization')).toEqual([])
})
