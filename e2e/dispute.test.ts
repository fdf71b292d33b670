/** A dispute from its opening to a decision by two people, with every figure the ledger's. */
import { describe, expect, inject } from 'vitest'
import { type Person, usePeople } from './support/browser.ts'
import { agree, type Deal, deliver, fund, type Member } from './support/deal-fixtures.ts'
import { readMail } from './support/mailbox.ts'
import { newParties } from './support/parties.ts'
import { choose, downloadBy, secondStaff, signIn, staff, toast } from './support/steps.ts'

const people = usePeople()
const url = inject('url')

describe('a dispute', () => {
  let buyer: Member
  let supplier: Member
  let client: Person
  let vendor: Person
  let drafter: Person
  let confirmer: Person
  let deal: Deal
  let disputeId: string

  people.begin(async () => {
    ;({ buyer, supplier, client, vendor } = await newParties(people))
    ;[drafter, confirmer] = [await people.newPerson(), await people.newPerson()]
    await signIn(drafter, staff)
    await signIn(confirmer, secondStaff)
    deal = await agree(buyer, supplier, 'Household energy panel')
    await fund(buyer, deal.offerId)
    await deliver(supplier, deal.contractId)
  })
  const chapter = people.story()

  const openContract = ({ page }: Person) => page.goto(`/contract-details/${deal.contractId}`)

  chapter('is opened by the client, with evidence, and freezes escrow', async () => {
    const { page } = client
    await openContract(client)
    await page.getByRole('button', { name: 'Open a Dispute' }).click()
    const dialog = page.getByRole('alertdialog')
    await dialog.getByText('$18,500.00 in escrow').waitFor()
    await dialog.getByRole('button', { name: 'Open Dispute' }).click()
    await dialog.getByText('Choose a reason').last().waitFor()
    await dialog.getByText('Statement is required').waitFor()
    await choose(page, 'Reason', 'Accuracy or privacy is below what was agreed')
    await dialog.getByLabel('What happened').fill('Half of the columns are constant.')
    await choose(page, 'You ask for', 'Partial refund')
    await dialog.getByLabel('Amount back to the client ($)').fill('8,000')
    await dialog.locator('input[type=file]').setInputFiles({
      name: 'columns.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('column,distinct\nage,1\n'),
    })
    await dialog.getByText('columns.csv').waitFor()
    await client.settled()
    await dialog.getByRole('button', { name: 'Open Dispute' }).click()
    await toast(page, 'Dispute Opened').waitFor()
    await page.getByText('Answer due').waitFor()
    const [dispute] = await buyer.api.disputes.list({ contractId: deal.contractId })
    disputeId = dispute!.id
    expect(dispute!.statements[0]!.files).toHaveLength(1)
    await readMail(url, supplier.email, /Dispute opened/)
    people.expectNoConsoleErrors()
  })

  chapter(
    'is answered by the vendor, who reads the evidence and proposes a settlement',
    async () => {
      const { page } = vendor
      await openContract(vendor)
      await page.getByText('Half of the columns are constant.').waitFor()
      const evidence = await downloadBy(page, () =>
        page.getByRole('button', { name: 'Download columns.csv' }).click(),
      )
      expect(evidence.suggestedFilename()).toBe('columns.csv')
      await page.getByRole('button', { name: 'Answer', exact: true }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Your answer').fill('They vary as agreed.')
      await choose(page, 'You ask for', 'Release to the vendor')
      await dialog.getByRole('button', { name: 'Send Answer' }).click()
      await toast(page, 'Answer Sent').waitFor()
      await page.getByRole('button', { name: 'Propose Settlement' }).click()
      const proposal = page.getByRole('alertdialog')
      await proposal.getByLabel('To the vendor ($)').fill('16,000')
      await proposal.getByText('$2,500.00').waitFor()
      await proposal.getByText('$2,562.50').waitFor() // with the fee on it
      await proposal.getByRole('button', { name: 'Send Proposal' }).click()
      await toast(page, 'Settlement Proposed').waitFor()
      people.expectNoConsoleErrors()
    },
  )

  chapter('is countered by the client, and handed to staff', async () => {
    const { page } = client
    await page.getByRole('button', { name: 'Counter', exact: true }).click()
    const dialog = page.getByRole('alertdialog')
    await dialog.getByLabel('To the vendor ($)').fill('9000')
    await dialog.getByRole('button', { name: 'Send Proposal' }).click()
    await toast(page, 'Settlement Proposed').waitFor()
    await page.getByText('Countered', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Ask Semblance to Decide' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Hand Over' }).click()
    await toast(page, 'Handed to Semblance').waitFor()
    await page.getByText('With Semblance since').waitFor()
    people.expectNoConsoleErrors()
  })

  chapter('is drafted by one of the staff, who cannot confirm it', async () => {
    const { page } = drafter
    await page.goto('/admin/applications')
    await page.getByRole('link', { name: 'Disputes' }).click()
    await page.getByLabel('Search disputes').fill(disputeId)
    await page.getByRole('link', { name: 'Household energy panel' }).click()
    await page.getByText('They vary as agreed.').waitFor()
    await page.getByLabel('To the vendor ($)').fill('10500')
    await page.getByText('$8,200.00').waitFor() // 8,000.00 and 200.00 of the fee
    await page.getByLabel('Reasons').fill('Eleven of twenty columns are constant.')
    await page.getByRole('button', { name: 'Save Draft' }).click()
    await toast(page, 'Decision Drafted').waitFor()
    await page.getByText('Somebody else of the staff has to confirm').waitFor()
    await drafter.settled()
    expect(await page.getByRole('button', { name: 'Confirm Decision' }).count()).toBe(0)
    people.expectNoConsoleErrors()
  })

  chapter('is decided by another one, and both sides read what the ledger says', async () => {
    const { page } = confirmer
    await page.goto(`/admin/disputes/${disputeId}`)
    await page.getByText('Eleven of twenty columns are constant.').waitFor()
    await page.getByRole('button', { name: 'Confirm Decision' }).click()
    const dialog = page.getByRole('alertdialog')
    await dialog.getByRole('button', { name: 'Confirm Decision' }).click()
    await toast(page, 'Dispute Decided').waitFor()
    await page.getByText('Theo Abara').first().waitFor()
    const [dispute] = await supplier.api.disputes.list({ contractId: deal.contractId })
    expect(dispute!.outcome).toMatchObject({
      toVendorCents: 10_500_00n,
      toClientCents: 8_000_00n,
      feeKeptCents: 262_50n,
      feeReturnedCents: 200_00n,
    })
    const contract = await buyer.api.contracts.get({ contractId: deal.contractId })
    expect(contract).toMatchObject({
      status: 'completed',
      releasedCents: 10_500_00n,
      heldCents: 0n,
    })
    for (const person of [client, vendor]) {
      await openContract(person)
      const outcome = person.page.getByRole('region', { name: 'Outcome' })
      await outcome.getByText('Eleven of twenty columns are constant.').waitFor()
      await outcome.getByText('$10,500.00').waitFor()
      await outcome.getByText('$8,200.00').waitFor()
    }
    people.expectNoConsoleErrors()
  })
})
