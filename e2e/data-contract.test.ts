/** A client says what columns it needs, in rows or as a file, and vendors read it. */
import { expect, test } from 'vitest'
import { type Person, usePeople } from './browser.ts'
import { newParties } from './parties.ts'
import { choose, downloadBy, isFocused } from './steps.ts'
import type { Member } from './trade.ts'

const people = usePeople()
let buyer: Member
let client: Person
let vendor: Person

people.begin(async () => {
  ;({ buyer, client, vendor } = await newParties(people))
})

const file = (version: string) => ({
  name: 'people.odcs.yaml',
  mimeType: 'application/yaml',
  buffer: Buffer.from(`apiVersion: v3.1.0
kind: DataContract
id: people
version: ${version}
status: active
schema:
  - name: people
    properties:
      - name: age
        logicalType: integer
`),
})

test('columns are typed by keyboard, kept in the draft, posted, and read by vendors with a file of them', async () => {
  const { page } = client
  await page.goto('/create-dpr')
  await page.getByRole('button', { name: 'Add column' }).press('Enter')
  const column = page.getByRole('group', { name: 'Column 1' })
  await expect.poll(() => isFocused(column.getByLabel('Name'))).toBe(true)
  await page.keyboard.type('age')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Integer')
  await column.getByLabel('Minimum', { exact: true }).fill('18')
  await page.keyboard.press('Tab')
  await page.keyboard.type('none')
  await column.getByLabel('Unique').press('Space')
  await page.getByLabel('Data type').fill('People of working age')
  // Typed last: with it, all of the form is kept.
  const kept = async () => (await buyer.api.dprs.drafts({})).items.map(({ title }) => title)
  await expect.poll(kept).toEqual(['People of working age'])
  await page.waitForURL('**/create-dpr?draft=*')
  await page.reload()
  const minimum = column.getByLabel('Minimum', { exact: true })
  await expect.poll(() => minimum.inputValue()).toBe('18')
  await fillTheRest()
  await page.getByRole('button', { name: 'Post DPR' }).click()
  await column.getByText('The maximum must be a number').waitFor()
  await column.getByLabel('Maximum', { exact: true }).fill('67')
  await page.getByRole('button', { name: 'Post DPR' }).click()
  await page.waitForURL('**/manage-dprs**')
  const { items } = await buyer.api.dprs.list({ tab: 'pending', limit: 1 })
  await vendor.page.goto(`/dpr-details/${items[0]!.id}`)
  const panel = vendor.page.getByRole('region', { name: 'Data contract' })
  const rules = 'integer; no missing values; unique; at least 18; at most 67'
  await panel.getByRole('cell', { name: rules }).waitFor()
  const download = await downloadBy(vendor.page, () =>
    panel.getByRole('button', { name: 'Download YAML' }).click(),
  )
  expect(download.suggestedFilename()).toBe(`${items[0]!.id}.odcs.yaml`)
  people.expectNoComplaints()
})

test('a file is taken over, or refused with the line of its mistake', async () => {
  const { page } = client
  await page.goto('/create-dpr')
  const section = page.getByRole('region', { name: 'Data contract' })
  await section.getByLabel('Data contract file').setInputFiles(file('1'))
  await section.getByText('Line 4, column 1: version must be text').waitFor()
  await section.getByLabel('Data contract file').setInputFiles(file('1.0.0'))
  await section.getByText('From people.odcs.yaml').waitFor()
  await section.getByRole('button', { name: 'Remove data contract' }).click()
  await section.getByRole('button', { name: 'Add column' }).waitFor()
  people.expectNoComplaints()
})

async function fillTheRest() {
  const { page } = client
  await choose(page, 'Category', 'Finance')
  await page.getByRole('textbox', { name: 'Description' }).fill('One row per person.')
  await page.getByLabel('Use case').fill('Forecasts')
  await page.getByLabel('Budget from').fill('20,000')
  await page.getByLabel('Budget to').fill('30,000')
  await page.getByLabel('Timeline in days').fill('12')
  await choose(page, 'Delivery format', 'CSV')
  await page.getByLabel('Compliance requirements').fill('GDPR')
  await page.getByRole('textbox', { name: 'Contacts' }).fill(buyer.email)
}
