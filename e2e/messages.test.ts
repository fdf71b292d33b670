/** A client and a vendor write to each other at two browsers: messages, files, drafts, on a desk and on a phone. */
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { type Person, usePeople } from './browser.ts'
import { axeFaults } from './inspect.ts'
import { newTalk } from './parties.ts'
import { downloadBy, fillSignIn, isFocused } from './steps.ts'
import type { Member } from './trade.ts'

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
    'a message shows in the other browser, with its count, before anybody reloads',
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
      people.expectNoComplaints()
    },
  )

  chapter('whitespace sends nothing, and Shift+Enter breaks the line', async () => {
    const { page } = client
    await client.settled()
    const before = await page.getByRole('log').getByRole('listitem').count()
    await composer(page).fill('   ')
    await composer(page).press('Enter')
    await composer(page).fill('First line')
    await composer(page).press('Shift+Enter')
    await composer(page).pressSequentially('second line')
    expect(await composer(page).inputValue()).toBe('First line\nsecond line')
    await client.settled()
    expect(await page.getByRole('log').getByRole('listitem').count()).toBe(before)
    await composer(page).fill('')
    people.expectNoComplaints()
  })

  chapter('reading is seen by the sender, and so is typing', async () => {
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
    people.expectNoComplaints()
  })

  chapter(
    'a file is attached, sent and downloaded as it was; another type is refused',
    async () => {
      const table = Buffer.from('tier,basket\ngold,12.50\n')
      const files = client.page.locator('form input[type=file]')
      await files.setInputFiles([
        { name: 'schema.csv', mimeType: 'text/csv', buffer: table },
        { name: 'setup.exe', mimeType: 'application/octet-stream', buffer: table },
      ])
      await client.page.getByText('setup.exe was not added.').waitFor()
      const send = client.page.getByRole('button', { name: 'Send message' })
      await expect.poll(() => send.isEnabled()).toBe(true)
      await write(client.page, 'The schema, as promised.')
      const received = entry(vendor.page, 'The schema, as promised.')
      const download = await downloadBy(vendor.page, () =>
        received.getByRole('button', { name: 'Download schema.csv' }).click(),
      )
      expect(download.suggestedFilename()).toBe('schema.csv')
      expect(readFileSync(await download.path()).equals(table)).toBe(true)
      people.expectNoComplaints()
    },
  )

  chapter('a message that was not sent keeps its text and is sent again', async () => {
    const { page } = client
    client.mayComplain(/ERR_FAILED/)
    await page.route('**/negotiation/send', (route) => route.abort())
    await write(page, 'Can you start on Monday?')
    await entry(page, 'Can you start on Monday?')
      .getByText(/^Not sent/)
      .waitFor()
    await page.unroute('**/negotiation/send')
    await page.getByRole('button', { name: 'Try again' }).click()
    await bubble(vendor.page, 'Can you start on Monday?').waitFor()
    await expect.poll(() => bubble(page, 'Can you start on Monday?').count()).toBe(1)
    people.expectNoComplaints()
  })

  chapter('older messages load on scrolling up', async () => {
    const { page } = client
    for (let index = 1; index <= 32; index += 1)
      await supplier.api.negotiation.send({ conversationId, body: `Note ${index}` })
    await bubble(page, 'Note 32').waitFor()
    await page.reload()
    await bubble(page, 'Note 32').waitFor()
    expect(await bubble(page, 'It is, by month.').count()).toBe(0)
    const log = page.getByRole('log')
    await expect
      .poll(async () => {
        await log.evaluate((box) => {
          box.scrollTop = 0
        })
        return await bubble(page, 'It is, by month.').count()
      })
      .toBe(1)
    people.expectNoComplaints()
  })

  chapter('Escape closes it, the focus returns, and the draft is there next time', async () => {
    const { page } = client
    await page.goto('/client-dashboard')
    await openMessages(page)
    await conversationRow(page, supplier.company).click()
    await composer(page).pressSequentially('Half a thought')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent))
      .toContain('Messages')
    await expect.poll(() => page.url()).not.toContain('messages=')
    await page.keyboard.press('Enter')
    await conversationRow(page, supplier.company).click()
    await expect.poll(() => composer(page).inputValue()).toBe('Half a thought')
    await composer(page).fill('')
    people.expectNoComplaints()
  })

  chapter('the search by name asks the server, and both lists know the vendor', async () => {
    const { page } = client
    const search = page.getByRole('searchbox', { name: 'Search contacts by name' })
    await search.fill('nobody of that name')
    await page.getByText('Nobody named “nobody of that name”').waitFor()
    await search.fill(supplier.company.slice(0, 10).toLowerCase())
    await conversationRow(page, supplier.company).waitFor()
    await page.getByRole('tab', { name: 'Contacts' }).click()
    await conversationRow(page, supplier.company).filter({ hasText: 'Online' }).waitFor()
    people.expectNoComplaints()
  })

  chapter('on a phone it is one pane, and the back button leads out', async () => {
    const { page } = vendor
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/vendor-dashboard')
    await openMessages(page)
    await conversationRow(page, buyer.company).click()
    await composer(page).waitFor()
    await page.getByRole('button', { name: /\$18,500, 10 days/ }).click()
    const sheet = page.getByRole('dialog', { name: 'Current Terms' })
    await sheet.waitFor()
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await page.goBack()
    await conversationRow(page, buyer.company).waitFor()
    await page.goBack()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(new URL(page.url()).pathname).toBe('/vendor-dashboard')
    people.expectNoComplaints()
  })

  for (const { look, width } of [
    { look: 'light', width: 1440 },
    { look: 'dark', width: 390 },
  ] as const)
    chapter(`the dialog is accessible in ${look} at ${width} px`, async () => {
      const { page } = client
      await page.emulateMedia({ colorScheme: look, reducedMotion: 'reduce' })
      await page.setViewportSize({ width, height: 844 })
      await page.goto(`/client-dashboard?messages=${conversationId}`)
      await composer(page).waitFor()
      await proposeOnce()
      await page.getByRole('button', { name: 'Approve' }).waitFor()
      await client.settled()
      expect(await axeFaults(page)).toEqual([])
      people.expectNoComplaints()
    })

  chapter('a conversation of nobody is said not to be found', async () => {
    const { page } = client
    client.mayComplain(/40[04]/)
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto('/client-dashboard?messages=01980000-0000-7000-8000-000000000000')
    await page.getByText('This conversation was not found').waitFor()
    await page.goto('/client-dashboard?messages=nonsense')
    await page.getByText('This conversation was not found').waitFor()
    people.expectNoComplaints()
  })

  async function proposeOnce() {
    const { revision, pendingProposalId } = (await supplier.api.negotiation.terms({
      conversationId,
    }))!
    if (pendingProposalId) return
    const changes = { timelineDays: 20, privacyLevel: 'high' as const }
    await supplier.api.negotiation.propose({ conversationId, revision, changes })
  }
})

test('a visitor reads the sample, and what was typed is kept on the way through sign-in', async () => {
  const visitor = await people.newPerson()
  const { page } = visitor
  await page.goto('/manage-dprs')
  await openMessages(page)
  await page.getByRole('dialog').getByRole('tabpanel').getByRole('button').first().click()
  await page.getByRole('log').getByRole('listitem').first().waitFor()
  await write(page, 'A question from outside')
  await page.waitForURL('**/auth?**')
  await fillSignIn(page, { email: 'client@sample.test', password: 'semblance' })
  await page.waitForURL('**/manage-dprs?messages=**')
  await expect.poll(() => composer(page).inputValue()).toBe('A question from outside')
  people.expectNoComplaints()
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
