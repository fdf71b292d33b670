/**
 * A dispute from its opening to a decision by two people, which both parties follow on their open pages; and one that is
 * settled by what was measured: claimed by choices, found on the certified files, adopted by both.
 */
import { readFileSync } from 'node:fs'
import { readFinding } from '@semblance/contract'
import { expect, inject, test } from 'vitest'
import { type Person, usePeople } from './support/browser.ts'
import {
  agree,
  type Deal,
  deliver,
  fund,
  type Member,
  postDpr,
  sendOffer,
  smallTable,
} from './support/deal-fixtures.ts'
import { readMail } from './support/mailbox.ts'
import { newParties } from './support/parties.ts'
import { newSignedIn } from './support/sessions.ts'
import { choose, downloadBy, secondStaff, staff, toast } from './support/steps.ts'

const people = usePeople()
const reasons = 'Eleven of twenty columns are constant.'
const ROWS = 600
/** The gate lets 100 fewer pass, for noise moves the number of rows. */
const AGREED = 650

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

test('a dispute with a claim about records is measured, read alike by all, and settled by the finding', async () => {
  const { contractId } = await dealWithFewer()
  for (const { page } of [client, vendor]) await page.goto(`/contract-dispute/${contractId}`)
  await openWithClaim()
  for (const { page } of [client, vendor]) {
    const measured = page.getByRole('region', { name: 'What was measured' })
    await measured.getByText('The claim is confirmed.').waitFor({ timeout: 120_000 })
    await measured.getByText(`${AGREED} were agreed.`).waitFor()
    await measured.getByText('The finding decides nothing').waitFor()
  }
  await readMail(inject('url'), supplier.email, /Claims measured/)
  await readMail(inject('url'), buyer.email, /Claims measured/)
  const [own] = (await buyer.api.findings.list({ contractId })).items
  const [others] = (await supplier.api.findings.list({ contractId })).items
  expect(others!.findings).toEqual(own!.findings)
  const { split } = readFinding(own!.findings[0]!.jws)!
  const { toVendorCents, toClientCents } = split!
  expect(toVendorCents + toClientCents).toBe(18_500_00)
  expect(await buyer.api.contracts.get({ contractId })).toMatchObject({
    status: 'disputed',
    releasedCents: 0n,
  })
  await readAsStaff(own!.disputeId)
  await settleByFinding()
  expect(await supplier.api.contracts.get({ contractId })).toMatchObject({
    status: 'completed',
    heldCents: 0n,
    releasedCents: BigInt(toVendorCents),
  })
  const [dispute] = (await buyer.api.disputes.list({ contractId })).items
  expect(dispute!.outcome).toMatchObject({
    toVendorCents: BigInt(toVendorCents),
    toClientCents: BigInt(toClientCents),
  })
  people.expectNoConsoleErrors()
})

/** Makes deals until the noise leaves a twin that passes the gate with fewer records than agreed: mostly the first. */
async function dealWithFewer(): Promise<Deal> {
  for (;;) {
    const dprId = await postDpr(buyer, 'Household income panel', { minRecords: AGREED })
    const offerId = await sendOffer(supplier, dprId)
    const { contractId } = await buyer.api.offers.accept({ offerId, revision: 1 })
    await fund(buyer, offerId)
    const isReady = await deliver(supplier, contractId, smallTable(ROWS, [0, 1, 3])).then(
      () => true,
      () => false,
    )
    if (!isReady) continue
    const { report } = await buyer.api.deliveries.dataset({ dprId })
    if (report.rows.synthetic < AGREED) return { dprId, offerId, contractId }
  }
}

async function openWithClaim() {
  const { page } = client
  const dialog = page.getByRole('main')
  await page.getByRole('radio', { name: 'There are fewer records than agreed' }).click()
  await dialog.getByLabel('What happened').fill('Rows are missing.')
  await choose(page, 'You ask for', 'Full refund')
  await client.settled()
  await dialog.getByRole('button', { name: 'Open Dispute' }).click()
  await toast(page, 'Dispute Opened').waitFor()
}

async function readAsStaff(disputeId: string) {
  const { page } = await newSignedIn(people, staff)
  await page.goto(`/admin/disputes/${disputeId}`)
  const panel = page.getByRole('region', { name: 'What was measured again' })
  await panel.getByRole('button', { name: 'Open Findings and Delivery' }).click()
  await panel.getByText('The claim is confirmed.').waitFor()
  await panel.getByRole('link', { name: 'Open the certificate' }).waitFor()
  await page.getByRole('region', { name: 'Quality gate' }).waitFor()
}

async function settleByFinding() {
  await vendor.page.getByRole('button', { name: 'Propose This Split' }).click()
  await toast(vendor.page, 'Settlement Proposed').waitFor()
  await client.page.getByRole('button', { name: 'Accept', exact: true }).click()
  const dialog = client.page.getByRole('alertdialog')
  await dialog.getByRole('button', { name: 'Accept Settlement' }).click()
  await toast(client.page, 'Dispute Settled').waitFor()
  for (const { page } of [client, vendor])
    await page.getByRole('region', { name: 'Outcome' }).waitFor()
}
