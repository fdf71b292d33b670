/** A dispute from its opening to a decision by two people, which both parties follow on their open pages. */
import { readFileSync } from 'node:fs'
import { expect, inject, test } from 'vitest'
import { type Person, usePeople } from '../support/browser.ts'
import { agree, type Deal, fund, type Member } from '../support/deal-fixtures.ts'
import { readMail } from '../support/mailbox.ts'
import { newParties } from '../support/parties.ts'
import { newSignedIn } from '../support/sessions.ts'
import { choose, downloadBy, secondStaff, staff, toast } from '../support/steps.ts'

const people = usePeople()
const reasons = 'Eleven of twenty columns are constant.'

let buyer: Member
let supplier: Member
let client: Person
let vendor: Person
let deal: Deal

people.begin(async () => {
  ;({ buyer, supplier, client, vendor } = await newParties(people))
  deal = await agree(buyer, supplier, 'Household energy panel')
  await fund(buyer, deal.offerId)
})

test('a dispute is opened with evidence, answered, handed over, and decided by two of the staff', async () => {
  for (const { page } of [client, vendor]) await page.goto(`/contract-dispute/${deal.contractId}`)
  await openWithEvidence()
  await answerIt()
  const handOver = client.page.getByRole('button', { name: 'Ask Semblance to Decide' })
  await client.page.getByText('They vary as agreed.').waitFor()
  await handOver.click()
  await client.page.getByRole('alertdialog').getByRole('button', { name: 'Hand Over' }).click()
  await toast(client.page, 'Handed to Semblance').waitFor()
  await vendor.page.getByText('With Semblance since').waitFor()
  await decideByTwo()
  const { contractId } = deal
  const [dispute] = (await supplier.api.disputes.list({ contractId })).items
  expect(dispute!.outcome).toMatchObject({
    toVendorCents: 10_500_00n,
    toClientCents: 8_000_00n,
    feeKeptCents: 262_50n,
    feeReturnedCents: 200_00n,
  })
  expect(await buyer.api.contracts.get({ contractId })).toMatchObject({
    releasedCents: 10_500_00n,
    heldCents: 0n,
  })
  for (const { page } of [client, vendor]) {
    const outcome = page.getByRole('region', { name: 'Outcome' })
    for (const text of [reasons, '$10,500.00', '$8,200.00']) await outcome.getByText(text).waitFor()
  }
  people.expectNoConsoleErrors()
})

async function openWithEvidence() {
  const { page } = client
  const dialog = page.getByRole('main')
  await page.getByRole('radio', { name: 'Accuracy or privacy is below what was agreed' }).click()
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
  await readMail(inject('url'), supplier.email, /Dispute opened/)
}

async function answerIt() {
  const { page } = vendor
  await page.getByText('Half of the columns are constant.').waitFor()
  const evidence = await downloadBy(page, () =>
    page.getByRole('button', { name: 'Download columns.csv' }).click(),
  )
  expect(evidence.suggestedFilename()).toBe('columns.csv')
  expect(readFileSync(await evidence.path(), 'utf8')).toBe('column,distinct\nage,1\n')
  await page.getByRole('button', { name: 'Answer', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Your answer').fill('They vary as agreed.')
  await choose(page, 'You ask for', 'Release to the vendor')
  await dialog.getByRole('button', { name: 'Send Answer' }).click()
  await toast(page, 'Answer Sent').waitFor()
}

/** One of the staff drafts the decision, another one confirms it. */
async function decideByTwo() {
  const [dispute] = (await buyer.api.disputes.list({ contractId: deal.contractId })).items
  const address = `/admin/disputes/${dispute!.id}`
  const { page } = await newSignedIn(people, staff)
  await page.goto(address)
  await page.getByText('They vary as agreed.').waitFor()
  await page.getByLabel('To the vendor ($)').fill('10500')
  await page.getByLabel('Reasons').fill(reasons)
  await page.getByRole('button', { name: 'Save Draft' }).click()
  await page.getByText('Somebody else of the staff has to confirm').waitFor()

  const { page: second } = await newSignedIn(people, secondStaff)
  await second.goto(address)
  await second.getByText(reasons).waitFor()
  await second.getByRole('button', { name: 'Confirm Decision' }).click()
  const dialog = second.getByRole('alertdialog')
  await dialog.getByRole('button', { name: 'Confirm Decision' }).click()
  await toast(second, 'Dispute Decided').waitFor()
  await second.getByText('Theo Abara').first().waitFor()
}
