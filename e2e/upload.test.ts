/** Uploading a delivery: several files, a reload in between, the review, and what is taken back. */
import type { Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { usePeople } from './support/browser.ts'
import { agree, fund, newMember, postDpr, sendOffer, smallTable } from './support/deal-fixtures.ts'
import { choose, signIn } from './support/steps.ts'

const people = usePeople()
const url = inject('url')

test('an upload that was cut off goes on after a reload, and the tables are reviewed before they are submitted', async () => {
  const [buyer, supplier] = [await newMember(url, 'client'), await newMember(url, 'vendor')]
  const vendor = await people.newPerson()
  const { page } = vendor
  await signIn(vendor, supplier)
  const { offerId, contractId } = await agree(buyer, supplier, 'Two tables')
  await fund(buyer, offerId)
  const file = (name: string) => ({ name, mimeType: 'text/csv', buffer: smallTable(300) })
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

/** Visits to a doctor, three of each of 150 patients; of every fiftieth more is paid than billed. */
const visits = Array.from({ length: 450 }, (_, i) => {
  const [patient, visit] = [1000 + Math.floor(i / 3), i % 3]
  const paid = ((patient * 31 + visit * 7) % 90) / 2
  return `p-${patient},${'abc'[patient % 3]},${paid},${paid + (i % 50 === 0 ? -1 : 2)}`
})
const visitsFile = (rows: string[]) => ({
  name: 'visits.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(`patient_id,ward,paid,billed\n${rows.join('\n')}\n`),
})

test('a refused file names its line, and a missed agreement comes back with what was found and the way on', async () => {
  const [buyer, supplier] = [await newMember(url, 'client'), await newMember(url, 'vendor')]
  const vendor = await people.newPerson()
  const { page } = vendor
  await signIn(vendor, supplier)
  const dprId = await postDpr(buyer, 'Visits with a country', {
    dataContract: {
      apiVersion: 'v3.1.0',
      kind: 'DataContract',
      id: 'visits',
      version: '1',
      status: 'active',
      schema: [{ name: 'visits', properties: [{ name: 'ward' }, { name: 'country' }] }],
    },
  })
  const offerId = await sendOffer(supplier, dprId)
  const { contractId } = await buyer.api.offers.accept({ offerId, revision: 1 })
  await fund(buyer, offerId)
  const picker = page.locator('input[type=file]')
  const submit = page.getByRole('button', { name: 'Submit Delivery' })

  await page.goto(`/data-upload/${contractId}`)
  await picker.setInputFiles([visitsFile(visits.with(300, 'p-1100,b'))])
  await submit.click()
  const refused = 'visits.csv: A row has 2 instead of 4 columns (line 302).'
  await page.getByRole('alert').filter({ hasText: refused }).waitFor({ timeout: 60_000 })
  await page.getByRole('button', { name: 'Remove visits.csv' }).click()
  await page.getByText('Drop the original files here').waitFor()
  await picker.setInputFiles([visitsFile(visits)])
  await submit.click()
  await choose(page, 'Whose rows belong together', 'patient_id')
  await expect
    .poll(() => page.getByRole('combobox', { name: 'Rows of each that count' }).textContent())
    .toBe('3')
  await addRules(page)
  await page.getByRole('button', { name: 'Confirm and Submit Delivery' }).click()

  const gate = page.getByRole('table', { name: 'What was agreed and what was found' })
  const missed = gate.getByRole('row', { name: 'Column country in the delivery missing No' })
  await missed.waitFor({ timeout: 60_000 })
  await page.getByRole('alert').getByText('Column country is missing.').waitFor()
  await page.getByRole('heading', { name: 'Validation summary' }).waitFor()
  await page.getByText('Differential privacy per entity').waitFor()
  const broken = page.getByRole('region', { name: 'Rules that your rows broke' })
  await expect
    .poll(() => broken.getByRole('listitem').allTextContents())
    .toEqual(['paid <= billed9 rows'])
  expect(await buyer.api.deliveries.latest({ contractId })).toBeNull()
  await picker.setInputFiles([visitsFile(visits)])
  await page.getByText('Uploaded').waitFor()
  people.expectNoConsoleErrors()
})

/** Adds one rule that holds and one that cannot, removes one, all by the keyboard. */
async function addRules(page: Page) {
  const key = (name: string) => page.keyboard.press(name)
  const form = page.getByRole('group', { name: 'Add a rule' })
  const own = page.getByRole('list', { name: 'Rules you have added' }).getByRole('listitem')
  const press = async (button: string) => {
    await page.getByRole('button', { name: button, exact: true }).focus()
    await key('Enter')
  }
  const pick = async (label: string, column: string) => {
    await form.getByRole('combobox', { name: label }).focus()
    await key('Enter')
    await page.getByRole('option', { name: column, exact: true }).focus()
    await key('Enter')
  }
  await press('Add a Rule')
  await pick('Lower or earlier column', 'paid')
  await pick('Higher or later column', 'billed')
  await form.getByText('In every row, paid is never above billed.').waitFor()
  await press('Add Rule')
  await expect.poll(() => own.allTextContents()).toEqual(['paid is never above billed'])

  await press('Add a Rule')
  await pick('Lower or earlier column', 'billed')
  await pick('Higher or later column', 'paid')
  await form.getByText('paid is never above billed by other rules already').waitFor()
  await press('Add Rule')
  await form.getByRole('radio', { name: 'Dependency' }).focus()
  await key('Space')
  await pick('Columns that decide', 'paid')
  await pick('Column that is decided', 'ward')
  await press('Add Rule')
  await expect.poll(() => own.count()).toBe(2)
  await press('Remove the rule paid decides ward')
  await expect.poll(() => own.count()).toBe(1)
}
