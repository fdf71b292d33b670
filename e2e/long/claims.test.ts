/** A dispute that is settled by what was measured: claimed by choices, found on the certified files, adopted by both. */
import { readFinding } from '@semblance/contract'
import { expect, inject, test } from 'vitest'
import { type Person, usePeople } from '../support/browser.ts'
import {
  type Deal,
  deliver,
  fund,
  type Member,
  postDpr,
  sendOffer,
  smallTable,
} from '../support/deal-fixtures.ts'
import { readMail } from '../support/mailbox.ts'
import { newParties } from '../support/parties.ts'
import { newSignedIn } from '../support/sessions.ts'
import { choose, staff, toast } from '../support/steps.ts'

const people = usePeople()
const ROWS = 600
/** The gate lets 100 fewer pass, for noise moves the number of rows. */
const AGREED = 650

let buyer: Member
let supplier: Member
let client: Person
let vendor: Person

people.begin(async () => {
  ;({ buyer, supplier, client, vendor } = await newParties(people))
})

test('a dispute with a claim about records is measured, read alike by all, and settled by the finding', async () => {
  const { contractId } = await dealWithFewer()
  for (const { page } of [client, vendor]) await page.goto(`/contract-dispute/${contractId}`)
  await openWithClaim()
  for (const { page } of [client, vendor]) {
    const measured = page.getByRole('region', { name: 'What was measured' })
    await measured.getByText('The claim is confirmed.').waitFor({ timeout: 300_000 })
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
