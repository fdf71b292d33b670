/** A vendor edits an offer that awaits its answer, and keeps a copy of it. */
import { readFileSync } from 'node:fs'
import { expect, inject, test } from 'vitest'
import { usePeople } from '../support/browser.ts'
import { newMember, postDpr, sendOffer } from '../support/deal-fixtures.ts'
import { newSignedIn } from '../support/sessions.ts'
import { choose, downloadBy } from '../support/steps.ts'

const people = usePeople()
const url = inject('url')

test('a vendor edits an offer and saves the proposal as a PDF', async () => {
  const [buyer, supplier] = await Promise.all([newMember(url, 'client'), newMember(url, 'vendor')])
  const { page } = await newSignedIn(people, supplier)
  const dprId = await postDpr(buyer, 'Pilot logs')
  await sendOffer(supplier, dprId, { priceCents: 26_000_00n })
  await page.goto('/vendor-my-offers')
  await page.getByRole('link', { name: 'View Details' }).first().click()
  await page.getByRole('link', { name: 'Edit Offer' }).click()
  await page.getByLabel('Timeline', { exact: true }).fill('2')
  await choose(page, 'Timeline unit', 'Weeks')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await page.getByText('Revision 2 by you').waitFor()
  const { items } = await supplier.api.offers.listSent({ limit: 1 })
  expect(items[0]).toMatchObject({ dprId, priceCents: 26_000_00n, timelineDays: 14 })
  const download = await downloadBy(page, () =>
    page.getByRole('button', { name: 'Download Proposal' }).click(),
  )
  expect(download.suggestedFilename()).toBe(`${items[0]!.id}-proposal.pdf`)
  expect(readFileSync(await download.path()).toString('latin1')).toMatch(/^%PDF-1\.\d.*%%EOF\s*$/s)
  people.expectNoConsoleErrors()
})
