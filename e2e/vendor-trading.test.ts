/** Tests a vendor's actions from looking for work to an offer that awaits its answer. */
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { describe, expect, inject } from 'vitest'
import { type Person, usePeople } from './support/browser.ts'
import { type Member, newMember, postDpr } from './support/deal-fixtures.ts'
import { choose, downloadBy, signIn, toast } from './support/steps.ts'

const people = usePeople()
const url = inject('url')

describe('a vendor', () => {
  /** In the title of every request of this story, and of no other. */
  let word: string
  let buyer: Member
  let supplier: Member
  let vendor: Person
  let dprId: string
  const chapter = people.story()

  people.begin(async () => {
    word = `Zephyr${Date.now().toString(36)}`
    ;[buyer, supplier] = [await newMember(url, 'client'), await newMember(url, 'vendor')]
    vendor = await people.newPerson()
    await signIn(vendor, supplier)
  })

  chapter('searches, sorts and loads requests page by page, and the address keeps it', async () => {
    const { page } = vendor
    const many = Array.from({ length: 13 }, (_, index) => `${word} port ${index + 1}`)
    for (const [index, title] of many.entries())
      await postDpr(buyer, title, { closesInDays: 20 + index })
    await page.goto('/marketplace')
    await page.getByRole('searchbox', { name: 'Search DPRs' }).fill(word)
    await page.waitForURL(`**search=${word}`)
    await expect.poll(() => titles(page)).toEqual(many.toReversed().slice(0, 6))
    await choose(page, 'Sort', 'Deadline')
    await page.waitForURL('**sort=deadline')
    await expect.poll(() => titles(page)).toEqual(many.slice(0, 6))
    await page.getByRole('button', { name: 'Load More DPRs' }).click()
    await page.waitForURL('**shown=12')
    await expect.poll(() => titles(page)).toEqual(many.slice(0, 12))
    await page.reload()
    await expect.poll(() => titles(page)).toEqual(many.slice(0, 12))
    people.expectNoConsoleErrors()
  })

  chapter('asks a question in the marketplace, where its answer arrives', async () => {
    const { page } = vendor
    const title = `${word} pilots`
    dprId = await postDpr(buyer, title)
    await page.goto(`/marketplace?search=${word}`)
    await page.getByRole('button', { name: `View Details of ${title}` }).click()
    const dialog = page.getByRole('dialog', { name: title })
    await dialog.getByLabel('Your question').fill('Are night shifts marked?')
    await dialog.getByRole('button', { name: 'Ask Question' }).click()
    await toast(page, 'Question Sent').waitFor()
    await dialog.getByText('Not answered yet.').waitFor()
    const { items } = await buyer.api.dprs.questions({ dprId })
    await buyer.api.dprs.answer({ questionId: items[0]!.id, answer: 'Yes, in a column.' })
    await dialog.getByText('Yes, in a column.').waitFor()
    people.expectNoConsoleErrors()
  })

  chapter('sends an offer, edits it and saves the proposal as a PDF', async () => {
    const { page } = vendor
    await page.goto(`/submit-offer/${dprId}`)
    await page.getByLabel(/Offer amount/).fill('26,000')
    await page.getByLabel('Timeline (days)').fill('10')
    await page.getByLabel('Data description').fill('Pilot logs of nine ports.')
    await page.getByRole('checkbox', { name: /I accept the terms/ }).click()
    await page.getByRole('button', { name: 'Submit Offer' }).click()
    await page.waitForURL('**/vendor-dashboard')
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
    expect(readFileSync(await download.path()).toString('latin1')).toMatch(
      /^%PDF-1\.\d.*%%EOF\s*$/s,
    )
    people.expectNoConsoleErrors()
  })
})

/** The requests in the order of the marketplace. */
const titles = (page: Page) => page.getByRole('article').getByRole('heading').allTextContents()
