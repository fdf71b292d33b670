/** A client and a vendor write to each other at two browsers: messages, files, drafts, on a desk and on a phone. */
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { type Person, usePeople } from './support/browser.ts'
import type { Member } from './support/deal-fixtures.ts'
import { newTalk } from './support/parties.ts'
import { downloadBy, isFocused } from './support/steps.ts'

const people = usePeople()

describe('two parties write to each other', () => {
  let buyer: Member
  let supplier: Member
  let client: Person
  let vendor: Person
  let conversationId: string

  people.begin(async () => {
    ;({ buyer, supplier, client, vendor, conversationId } = await newTalk(people))
  })
  const chapter = people.story()

  chapter(
    'a message shows in the other browser, with its count, and its sender sees reading and typing',
    async () => {
      await vendor.page.goto('/vendor-dashboard')
      await openMessages(vendor.page)
      await client.page.goto(`/client-dashboard?messages=${conversationId}`)
      await expect.poll(() => isFocused(composer(client.page))).toBe(true)
      await write(client.page, 'Is loyalty tier part of every row?')
      await bubble(client.page, 'Is loyalty tier part of every row?').waitFor()
      const row = conversationRow(vendor.page, buyer.company)
      await row.filter({ hasText: 'Is loyalty tier part of every row?' }).waitFor()
      await row.filter({ hasText: '1 unread' }).waitFor()
      await conversationRow(vendor.page, buyer.company).click()
      await bubble(vendor.page, 'Is loyalty tier part of every row?').waitFor()
      await client.page.getByText(/^Read \d/).waitFor()
      await vendor.page.getByText('Online').first().waitFor()
      await composer(vendor.page).pressSequentially('It is')
      await client.page.getByText(`${supplier.company} is typing…`).waitFor()
      await composer(vendor.page).fill('It is, by month.')
      await composer(vendor.page).press('Enter')
      await bubble(client.page, 'It is, by month.').waitFor()
      await client.page.getByText('is typing…').waitFor({ state: 'detached' })
      await entry(vendor.page, 'It is, by month.').filter({ hasText: 'Your Company' }).waitFor()
      await entry(client.page, 'It is, by month.').filter({ hasText: supplier.company }).waitFor()
      people.expectNoConsoleErrors()
    },
  )

  chapter('a file is attached, sent and downloaded as it was', async () => {
    const table = Buffer.from('tier,basket\ngold,12.50\n')
    const files = client.page.locator('form input[type=file]')
    await files.setInputFiles({ name: 'schema.csv', mimeType: 'text/csv', buffer: table })
    const send = client.page.getByRole('button', { name: 'Send message' })
    await expect.poll(() => send.isEnabled()).toBe(true)
    await write(client.page, 'The schema, as promised.')
    const received = entry(vendor.page, 'The schema, as promised.')
    const download = await downloadBy(vendor.page, () =>
      received.getByRole('button', { name: 'Download schema.csv' }).click(),
    )
    expect(download.suggestedFilename()).toBe('schema.csv')
    expect(readFileSync(await download.path()).equals(table)).toBe(true)
    people.expectNoConsoleErrors()
  })
})

async function openMessages(page: Page) {
  await page
    .getByRole('navigation')
    .getByRole('button', { name: /^Messages/ })
    .click()
  await page.getByRole('dialog', { name: 'Messages' }).waitFor()
}

const composer = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true })

async function write(page: Page, text: string) {
  await composer(page).fill(text)
  await composer(page).press('Enter')
}

const entry = (page: Page, text: string) =>
  page.getByRole('log').getByRole('listitem').filter({ hasText: text })

const bubble = (page: Page, text: string) => page.getByRole('log').getByText(text, { exact: true })

const conversationRow = (page: Page, company: string) =>
  page.getByRole('dialog').getByRole('tabpanel').getByRole('button', { name: company })
