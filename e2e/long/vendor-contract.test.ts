/** A vendor gets help with a contract: from its report to the answer of staff. */
import { expect, inject, test } from 'vitest'
import { usePeople } from '../support/browser.ts'
import { agree, newMember } from '../support/deal-fixtures.ts'
import { readMail } from '../support/mailbox.ts'
import { newSignedIn } from '../support/sessions.ts'
import { choose, staff, toast } from '../support/steps.ts'

const people = usePeople()
const url = inject('url')

test('an issue is reported from the timeline, and the answer of staff comes by mail and in the ticket', async () => {
  const [buyer, supplier] = await Promise.all([newMember(url, 'client'), newMember(url, 'vendor')])
  const [vendor, support] = await Promise.all([
    newSignedIn(people, supplier),
    newSignedIn(people, staff),
  ])
  const { contractId } = await agree(buyer, supplier, 'Grid load by hour')
  const subject = `No answer on ${contractId}`

  await vendor.page.goto(`/project-timeline/${contractId}`)
  await vendor.page.getByRole('link', { name: 'Report Issue' }).click()
  await vendor.page.waitForURL(`**/contact-support?contract=${contractId}`)
  await vendor.page.getByLabel('Subject').fill(subject)
  await choose(vendor.page, 'Priority', 'Urgent')
  await vendor.page
    .getByRole('textbox', { name: 'Message', exact: true })
    .fill('Please have a look.')
  await vendor.page.getByRole('button', { name: 'Send Message' }).click()
  await vendor.page.waitForURL('**/contact-support?ticket=*')
  const ticketId = new URL(vendor.page.url()).searchParams.get('ticket')!
  await vendor.page.getByText('Please have a look.').waitFor()
  await readMail(url, supplier.email, new RegExp(ticketId))

  await support.page.goto('/admin/support')
  await support.page.getByRole('button', { name: subject }).click()
  await support.page.getByRole('article', { name: subject }).waitFor() // another one is open before
  await choose(support.page, 'Assigned to', 'Stella Marsh (you)')
  await support.page.getByRole('textbox', { name: 'Answer' }).fill('We have called the client.')
  await support.page.getByRole('button', { name: 'Send Answer' }).click()
  await toast(support.page, 'Answer Sent', `It goes to ${supplier.email}.`).waitFor()
  const mail = await readMail(url, supplier.email, new RegExp(`${ticketId}: No answer`))
  expect(mail.text).toContain('We have called the client.')
  await vendor.page.reload()
  await vendor.page.getByText('We have called the client.').waitFor()
  people.expectNoConsoleErrors()
})
