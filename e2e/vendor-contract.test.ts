/** Tests a vendor's actions during a contract, and its ways to get help. */
import type { Page } from 'playwright-core'
import { describe, expect, inject, vi } from 'vitest'
import { type Person, usePeople } from './support/browser.ts'
import { agree, type Deal, deliver, fund, type Member, newMember } from './support/deal-fixtures.ts'
import { readMail } from './support/mailbox.ts'
import { choose, isFocused, signIn, staff, toast } from './support/steps.ts'

const people = usePeople()
const url = inject('url')
const soon = { timeout: 15_000 }

describe('a vendor works on a contract', () => {
  let buyer: Member
  let supplier: Member
  let vendor: Person
  let support: Person
  let deal: Deal
  let ticketId: string

  people.begin(async () => {
    ;[buyer, supplier] = [await newMember(url, 'client'), await newMember(url, 'vendor')]
    vendor = await people.newPerson()
    support = await people.newPerson()
    await signIn(vendor, supplier)
    await signIn(support, staff)
    deal = await agree(buyer, supplier, 'Grid load by hour')
    await fund(buyer, deal.offerId)
  })
  const chapter = people.story()

  chapter("the client's milestone is started and completed by the vendor", async () => {
    const { page } = vendor
    const { contractId } = deal
    await buyer.api.milestones.add({
      contractId,
      title: 'Schema agreed',
      description: '',
      dueOn: null,
    })
    await page.goto(`/contract-details/${contractId}`)
    await page.getByRole('button', { name: 'Start Schema agreed' }).click()
    await toast(page, 'Milestone started', 'Schema agreed').waitFor()
    await page.getByRole('button', { name: 'Complete Schema agreed' }).click()
    await toast(page, 'Milestone completed', 'Schema agreed').waitFor()
    await page.getByRole('button', { name: 'Reopen Schema agreed' }).waitFor()
    const { milestones } = await buyer.api.contracts.get({ contractId })
    expect(milestones).toContainEqual(
      expect.objectContaining({ title: 'Schema agreed', status: 'completed', addedBy: 'client' }),
    )
    people.expectNoConsoleErrors()
  })

  chapter('the timeline counts completed phases of all phases', async () => {
    const { page } = vendor
    await page.goto(`/project-timeline/${deal.contractId}`)
    const before = await vi.waitFor(() => expectOverallPercent(page), soon)
    await deliver(supplier, deal.contractId)
    await expect.poll(() => expectOverallPercent(page)).toBeGreaterThan(before)
    people.expectNoConsoleErrors()
  })

  chapter('an extension is asked for in Messages, where the client answers it', async () => {
    const { page } = vendor
    await buyer.api.deliveries.requestChanges({ ...deal, reason: 'Two months are missing.' })
    await page.goto('/vendor-active-contracts')
    await page.getByText('Two months are missing.').waitFor()
    await page.getByRole('button', { name: 'Request Extension of Grid load by hour' }).click()
    const dialog = page.getByRole('dialog', { name: 'Propose Contract Changes' })
    const days = dialog.getByLabel('Proposed Delivery Timeline')
    await expect.poll(() => isFocused(days)).toBe(true)
    await days.fill('21')
    await dialog.getByLabel(/^Note/).fill('We wait for the meters.')
    await dialog.getByRole('button', { name: 'Send Proposal' }).click()
    await page.getByRole('region', { name: 'Your Company proposed 1 change' }).waitFor()
    const pending = async () => (await buyer.api.contracts.get(deal)).pendingProposal
    await expect.poll(pending).toMatchObject({ byName: supplier.company, isOwn: false })
    const { id: conversationId } = await buyer.api.negotiation.open(deal)
    const { pendingProposalId } = (await buyer.api.negotiation.terms({ conversationId }))!
    await buyer.api.negotiation.approve({ proposalId: pendingProposalId! })
    await page.getByText('Agreed', { exact: true }).first().waitFor()
    expect(await buyer.api.contracts.get(deal)).toMatchObject({ pendingProposal: null })
    people.expectNoConsoleErrors()
  })

  chapter('an issue is reported with the contract it is about', async () => {
    const { page } = vendor
    await page.goto(`/project-timeline/${deal.contractId}`)
    await page.getByRole('link', { name: 'Report Issue' }).click()
    await page.waitForURL(`**/contact-support?contract=${deal.contractId}`)
    await page.getByRole('heading', { name: 'Report an issue' }).waitFor()
    const about = page.getByRole('textbox', { name: /^Contract/ })
    await expect.poll(() => about.inputValue()).toBe(deal.contractId)
    await page.getByLabel('Subject').fill(`No answer on ${deal.contractId}`)
    await choose(page, 'Priority', 'Urgent')
    await page.getByRole('textbox', { name: 'Message', exact: true }).fill('Please have a look.')
    await page.getByRole('button', { name: 'Send Message' }).click()
    await toast(page, 'Message Sent').waitFor()
    await page.waitForURL('**/contact-support?ticket=*')
    ticketId = new URL(page.url()).searchParams.get('ticket')!
    await page.getByText('Please have a look.').waitFor()
    await readMail(url, supplier.email, new RegExp(ticketId))
    people.expectNoConsoleErrors()
  })

  chapter(
    'staff take it on and answer it, and the answer reaches the vendor by mail and in the ticket',
    async () => {
      const { page } = support
      await page.goto('/admin/support')
      const ticket = page.getByRole('button', { name: `No answer on ${deal.contractId}` })
      await ticket.click()
      await choose(page, 'Assigned to', 'Stella Marsh (you)')
      await page.getByRole('radio', { name: 'Mine' }).press('Space')
      await ticket.filter({ hasText: 'assigned to Stella Marsh' }).waitFor()
      await page.getByRole('textbox', { name: 'Answer' }).fill('We have called the client.')
      await page.getByRole('button', { name: 'Send Answer' }).click()
      await toast(page, 'Answer Sent', `It goes to ${supplier.email}.`).waitFor()
      const mail = await readMail(url, supplier.email, new RegExp(`${ticketId}: No answer`))
      expect(mail.text).toContain('We have called the client.')
      await vendor.page.goto(`/contact-support?ticket=${ticketId}`)
      await vendor.page.getByText('We have called the client.').waitFor()
      people.expectNoConsoleErrors()
    },
  )
})

/** Returns the page's overall progress in one read: it changes while the delivery continues. */
async function overallProgress(page: Page) {
  const section = page.getByRole('region', { name: 'Overall progress' })
  const { text, bar } = await section.evaluate((element) => ({
    text: element.textContent,
    bar: element.querySelector('[role=progressbar]')?.getAttribute('aria-valuenow'),
  }))
  const [, completed, all] = text.match(/(\d+) of (\d+) completed/)!.map(Number)
  const [, label] = text.match(/Overall progress(\d+)%/)!.map(Number)
  return { completed: completed!, all: all!, label, bar: Number(bar) }
}

/** Completed phases by all phases, rounded to a percent; gives how many are completed. */
async function expectOverallPercent(page: Page): Promise<number> {
  const { completed, all, label, bar } = await overallProgress(page)
  const percent = Math.round((100 * completed) / all)
  expect({ label, bar }).toEqual({ label: percent, bar: percent })
  return completed
}
