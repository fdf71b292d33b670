/** Uploading a delivery: several files, a reload in between, the review, and what is taken back. */
import { expect, inject, test } from 'vitest'
import { usePeople } from './support/browser.ts'
import { agree, fund, newMember, smallTable } from './support/deal-fixtures.ts'
import { newSignedIn } from './support/sessions.ts'

const people = usePeople()
const url = inject('url')

test('an upload that was cut off goes on after a reload, and the tables are reviewed before they are submitted', async () => {
  const [buyer, supplier] = await Promise.all([newMember(url, 'client'), newMember(url, 'vendor')])
  const vendor = await newSignedIn(people, supplier)
  const { page } = vendor
  const { offerId, contractId } = await agree(buyer, supplier, 'Two tables')
  await fund(buyer, offerId)
  const file = (name: string) => ({
    name,
    mimeType: 'text/csv',
    buffer: smallTable(300, [0, 1, 3]),
  })
  const picker = page.locator('input[type=file]')
  const files = page.getByRole('list', { name: 'Files of this delivery' }).getByRole('listitem')

  await page.goto(`/data-upload/${contractId}`)
  vendor.allowConsoleErrors(/ERR_FAILED .*\/api\/uploads\//)
  const cut = (patterned: string) =>
    page.route(patterned, (route) =>
      route.request().method() === 'PATCH' ? route.abort() : route.continue(),
    )
  await cut('**/api/uploads/*')
  await picker.setInputFiles([file('north.csv')])
  await page.getByText(/Waiting|Stopped|sent, 0%/).waitFor()
  await expect
    .poll(async () => (await supplier.api.deliveries.latest({ contractId }))?.files.length)
    .toBe(1)
  await page.reload()
  await page.unroute('**/api/uploads/*')
  await page.getByText(/Unfinished: choose the file again/).waitFor()
  await picker.setInputFiles([file('north.csv'), file('south.csv'), file('spare.csv')])
  await expect.poll(() => page.getByText('Uploaded').count()).toBe(3)
  await page.getByRole('button', { name: 'Remove spare.csv' }).click()
  await expect.poll(() => files.count()).toBe(2)

  await page.getByRole('button', { name: 'Submit Delivery' }).click()
  await page.getByRole('heading', { name: 'Review north' }).waitFor({ timeout: 60_000 })
  await page.getByRole('heading', { name: 'Review south' }).waitFor()
  await page.getByRole('button', { name: 'Back to Files' }).click()
  await expect.poll(() => files.count()).toBe(2)
  const { status } = await supplier.api.contracts.get({ contractId })
  expect(status).toBe('in_progress')
  people.expectNoConsoleErrors()
})
