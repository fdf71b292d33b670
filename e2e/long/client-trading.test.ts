/** A client sends a delivery back and receives the next one, while its page stays open. */
import { readFileSync } from 'node:fs'
import { expect, inject, test } from 'vitest'
import { usePeople } from '../support/browser.ts'
import { agree, deliver, fund, newMember, smallTable } from '../support/deal-fixtures.ts'
import { readMail } from '../support/mailbox.ts'
import { newSignedIn } from '../support/sessions.ts'
import { downloadBy, toast } from '../support/steps.ts'

const people = usePeople()
const url = inject('url')
const table = smallTable(300, [0, 1, 3])

test('a client sends a delivery back, receives the next one, and verifies the dossier of the deal', async () => {
  const [buyer, supplier] = await Promise.all([newMember(url, 'client'), newMember(url, 'vendor')])
  const { page } = await newSignedIn(people, buyer)
  const { dprId, offerId, contractId } = await agree(buyer, supplier, 'Claims by county')
  await fund(buyer, offerId)
  await page.goto(`/contract-details/${contractId}`)
  await page.getByRole('button', { name: 'Add Milestone' }).waitFor()
  await deliver(supplier, contractId, table)
  await page.getByText('Pending Review').first().waitFor()
  await page.getByRole('button', { name: 'Request Changes' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByLabel('What should change').fill('Counties are missing.')
  await dialog.getByRole('button', { name: 'Request Changes' }).click()
  await toast(page, 'Changes Requested').waitFor()
  await page.getByRole('region', { name: /^Changes requested/i }).waitFor()
  const mail = await readMail(url, supplier.email, /[Cc]hanges requested/)
  expect(mail.text).toContain('Counties are missing.')
  await deliver(supplier, contractId, table)
  await page.getByText('Pending Review').first().waitFor()
  const { heldCents } = await buyer.api.contracts.get({ contractId })
  expect(heldCents).toBe(18_500_00n)
  const download = await downloadBy(page, () =>
    page.getByRole('button', { name: 'Download Contract' }).click(),
  )
  expect(download.suggestedFilename()).toBe(`${contractId}-contract.pdf`)
  expect(readFileSync(await download.path(), 'latin1')).toMatch(/^%PDF-1\.\d.*%%EOF\s*$/s)
  const dossier = await downloadBy(page, () =>
    page.getByRole('button', { name: 'Download Dossier' }).click(),
  )
  const judge = await people.newPerson()
  await judge.page.goto('/verify')
  const picker = judge.page.getByLabel(/Drop a dossier or a certificate here/)
  await picker.waitFor({ state: 'attached' })
  await judge.settled()
  const requests: string[] = []
  judge.page.on('request', (request) => requests.push(request.url()))
  await picker.setInputFiles(await dossier.path())
  await judge.page.getByRole('status').getByText('Valid', { exact: true }).waitFor()
  for (const step of ['Escrow funded', 'Original destroyed', 'Certificate issued'])
    await judge.page.getByText(step).first().waitFor()
  expect(requests).toEqual([])
  await page.goto(`/download/${dprId}`)
  await page.getByRole('region', { name: 'Validation summary' }).waitFor()
  people.expectNoConsoleErrors()
})
