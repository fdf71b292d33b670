/** A client does the main job without a mouse: posts a request, accepts an offer, pays, downloads and releases. */
import { readFileSync } from 'node:fs'
import type { Locator } from 'playwright-core'
import { expect, inject } from 'vitest'
import { type Person, usePeople } from '../support/browser.ts'
import { deliver, type Member, newMember, sendOffer, smallTable } from '../support/deal-fixtures.ts'
import { downloadBy, isFocused } from '../support/steps.ts'
import { unzip } from '../support/unzip.ts'

const people = usePeople()
const url = inject('url')
const title = `Typed request ${Date.now().toString(36)}`
let buyer: Member
let supplier: Member
let client: Person

people.begin(async () => {
  ;[buyer, supplier] = [await newMember(url, 'client'), await newMember(url, 'vendor')]
  client = await people.newPerson()
})
const chapter = people.story()

chapter('signing in leads to the dashboard, and from there to the form of a request', async () => {
  const { page } = client
  await page.goto('/auth')
  await type(page.getByLabel('E-mail'), buyer.email)
  await type(page.getByLabel('Password', { exact: true }), buyer.password)
  await page.keyboard.press('Enter')
  await arriveAt('**/client-dashboard')
  await press('Enter', page.getByRole('link', { name: 'Create New DPR' }).first())
  await arriveAt('**/create-dpr')
  people.expectNoConsoleErrors()
})

chapter('the request is typed and posted', async () => {
  const { page } = client
  const goOn = async (next: string) =>
    await press('Enter', page.getByRole('button', { name: `Continue to ${next}` }))
  await type(page.getByLabel('Data type'), title)
  await pick('Category', 'Fin')
  await type(page.getByRole('textbox', { name: 'Description' }), 'One row per person.')
  await type(page.getByLabel('Use case'), 'Training a credit model')
  await goOn('columns')
  await goOn('budget')
  await type(page.getByLabel('Budget from'), '15,000')
  await type(page.getByLabel('Budget to'), '25,000')
  await type(page.getByLabel('Timeline in days'), '14')
  await pick('Delivery format', 'CSV')
  await goOn('compliance')
  await type(page.getByLabel('Compliance requirements'), 'GDPR')
  await type(page.getByRole('textbox', { name: 'Contacts' }), buyer.email)
  await goOn('advanced')
  await press('Space', page.getByRole('checkbox', { name: 'No minimum accuracy' }))
  await press('Enter', page.getByRole('button', { name: 'Post DPR' }))
  await arriveAt('**/manage-dprs**')
  await page.getByText(title).first().waitFor()
  people.expectNoConsoleErrors()
})

chapter('an offer is accepted and paid', async () => {
  const { page } = client
  const { items } = await buyer.api.dprs.list({ tab: 'pending' })
  await sendOffer(supplier, items[0]!.id)
  await press('Enter', page.getByRole('link', { name: 'Offers', exact: true }).first())
  await arriveAt('**/vendor-offers')
  await press('Enter', page.getByRole('button', { name: 'Accept Offer' }))
  const dialog = page.getByRole('alertdialog')
  await expect.poll(() => hasFocusWithin(dialog)).toBe(true)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  await expect.poll(() => isFocused(page.getByRole('button', { name: 'Accept Offer' }))).toBe(true)
  await page.keyboard.press('Enter')
  await press('Enter', dialog.getByRole('button', { name: 'Accept Offer' }))
  await arriveAt('**/payment/**')
  await type(page.getByLabel('Account holder name'), buyer.company)
  await type(page.getByLabel('Account number'), '000123456789')
  await type(page.getByLabel('Routing number'), '021000021')
  await type(page.getByLabel('Bank name'), 'First Bank')
  await press('Space', page.getByRole('checkbox', { name: /I accept the terms/ }))
  await press('Enter', page.getByRole('button', { name: 'Authorize Payment' }))
  await page.getByRole('heading', { name: 'Payment Successful' }).waitFor()
  people.expectNoConsoleErrors()
})

chapter('the delivery is downloaded, and escrow released', async () => {
  const { page } = client
  const { items } = await supplier.api.contracts.list({ side: 'vendor' })
  await deliver(supplier, items[0]!.id, smallTable(300, [0, 1, 3]))
  await press('Enter', page.getByRole('link', { name: 'Contracts', exact: true }).first())
  await arriveAt('**/active-contracts')
  await press('Enter', page.getByRole('link', { name: /^Review and download/ }))
  await arriveAt('**/download/**')
  await press('Enter', page.getByRole('button', { name: /^Download All Files and Release/ }))
  const dialog = page.getByRole('alertdialog')
  await press('Space', dialog.getByRole('checkbox'))
  const download = await downloadBy(page, () =>
    press('Enter', dialog.getByRole('button', { name: 'Download and release' })),
  )
  const files = unzip(readFileSync(await download.path()))
  expect([...files].some(([name]) => name.endsWith('.csv'))).toBe(true)
  people.expectNoConsoleErrors()
})

/** On the next page, once its heading has taken the focus: a page that is still to come would take it from a field. */
async function arriveAt(address: string): Promise<void> {
  await client.page.waitForURL(address)
  await client.settled()
  await expect.poll(() => isFocused(client.page.getByRole('heading', { level: 1 }))).toBe(true)
}

/** Walks to the target with Tab, or back with Shift+Tab if it stands earlier, and sees that one can see it. */
async function reach(target: Locator): Promise<void> {
  await target.waitFor()
  const key = (await standsEarlier(target)) ? 'Shift+Tab' : 'Tab'
  for (let steps = 0; !(await isFocused(target)); steps += 1) {
    if (steps > 150) throw new Error(`${key} does not lead to ${target}`)
    await client.page.keyboard.press(key)
  }
  const ring = await target.evaluate((element) => {
    const { outlineStyle, boxShadow } = getComputedStyle(element)
    return outlineStyle !== 'none' || boxShadow !== 'none'
  })
  expect(ring, `${target} shows that it has the focus`).toBe(true)
}

async function type(field: Locator, text: string) {
  await reach(field)
  await client.page.keyboard.type(text)
}

async function press(key: 'Enter' | 'Space', target: Locator) {
  await reach(target)
  await client.page.keyboard.press(key)
}

/** An entry of a select, by how it begins. */
async function pick(label: string, beginning: string) {
  await press('Enter', client.page.getByRole('combobox', { name: label }))
  await expect.poll(() => hasFocusWithin(client.page.getByRole('listbox'))).toBe(true)
  await client.page.keyboard.type(beginning)
  const option = client.page.getByRole('option', { name: new RegExp(`^${beginning}`) }).first()
  await expect.poll(() => isFocused(option)).toBe(true) // which comes a moment after the keys
  await client.page.keyboard.press('Enter')
}

/** Returns true if the focus is behind the target. */
const standsEarlier = (target: Locator) =>
  target.evaluate(
    (element) =>
      (element.compareDocumentPosition(document.activeElement!) &
        Node.DOCUMENT_POSITION_FOLLOWING) !==
      0,
  )

const hasFocusWithin = (part: Locator) =>
  part.evaluate((element) => element.contains(document.activeElement))
