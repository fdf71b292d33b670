/** An issue is reported with its contract, and staff take it on and answer it. */
import { uuid } from '@testing/example.ts'
import {
  choose,
  expectAddress,
  expectHeading,
  expectToast,
  press,
  settled,
} from '@testing/interactions.ts'
import { contractPage, supportPage } from '@testing/page-answers.ts'
import { renderPage } from '@testing/render.tsx'
import { staff, vendor } from '@testing/viewers.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'

const question = { fromStaff: false, body: 'Please have a look.' }
const ticket = {
  id: 'TCK-7',
  subject: 'No answer on CTR-2001',
  email: 'vendor@example.test',
  priority: 'urgent' as const,
}

test('an issue is reported from the timeline, with the contract it is about', {
  tags: 'long',
}, async () => {
  const api = await renderPage('/project-timeline/CTR-2001', {
    viewer: vendor,
    answers: {
      ...contractPage({ side: 'vendor' }),
      ...supportPage,
      'timelines.get': { contractId: 'CTR-2001', side: 'vendor' },
      'support.open': ticket,
      'support.get': ticket,
      'support.messages': { items: [question] },
    },
  })
  await page.getByRole('link', { name: 'Report Issue' }).click()
  await expectAddress('/contact-support?contract=CTR-2001')
  await expect.element(page.getByRole('heading', { name: 'Report an issue' })).toBeVisible()
  const about = page.getByRole('textbox', { name: /^Contract/ })
  await expect.element(about).toHaveValue('CTR-2001')
  await page.getByLabelText('Subject').fill(ticket.subject)
  await choose('Priority', 'Urgent')
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill(question.body)
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expectToast('Message Sent')
  await expectAddress('/contact-support?ticket=TCK-7')
  await expectHeading('Your ticket')
  await expect.element(page.getByText(question.body)).toBeVisible()
  expect(api.calls('support.open')).toMatchObject([
    { subject: ticket.subject, priority: 'urgent', contractId: 'CTR-2001', message: question.body },
  ])
})

test('staff take a ticket on, find it among their own and answer it', async () => {
  const stella = { id: staff.id, name: 'Stella Marsh' }
  const answers = (assignee: typeof stella | null) => ({
    'support.staff.queue': { items: [{ ...ticket, assignee }] },
    'support.staff.get': { ...ticket, assignee },
    'support.staff.team': { items: [stella, { id: uuid(2), name: 'Sam Reed' }] },
    'support.messages': { items: [question] },
  })
  const api = await renderPage('/admin/support', { viewer: staff, answers: answers(null) })
  const row = page.getByRole('button', { name: ticket.subject })
  await row.click()
  await expect.element(page.getByText(question.body)).toBeVisible()
  api.answer({ ...answers(stella), 'support.staff.assign': { ...ticket, assignee: stella } })
  await choose('Assigned to', 'Stella Marsh (you)')
  await expect.element(row.getByText('assigned to Stella Marsh')).toBeVisible()
  const mine = page.getByRole('radio', { name: 'Mine' })
  mine.element().focus()
  await press('Space')
  await expectAddress(/whose=mine/)
  await expect.poll(() => api.calls('support.staff.queue').at(-1)).toMatchObject({ whose: 'mine' })
  await expect.element(row).toBeVisible()
  await page.getByRole('textbox', { name: 'Answer' }).fill('We have called the client.')
  api.answer({
    'support.staff.answer': ticket,
    'support.messages': { items: [{ fromStaff: true, body: 'We have called the client.' }] },
  })
  await page.getByRole('button', { name: 'Send Answer' }).click()
  await expectToast('Answer Sent', 'It goes to vendor@example.test.')
  await expect
    .element(page.getByRole('listitem').getByText('We have called the client.'))
    .toBeVisible()
  expect(api.calls('support.staff.assign')).toEqual([{ ticketId: 'TCK-7', staffId: staff.id }])
  expect(api.calls('support.staff.answer')).toEqual([
    { ticketId: 'TCK-7', message: 'We have called the client.' },
  ])
})

const toVendor = { ...ticket, vendorName: 'Nordvik Data', escalatedAt: null }

test('staff read a ticket that a vendor answers, and act on it once they were asked to step in', async () => {
  const answers = (escalatedAt: Date | null) => ({
    'support.staff.queue': { items: [{ ...toVendor, escalatedAt }] },
    'support.staff.get': { ...toVendor, escalatedAt },
    'support.messages': { items: [question] },
  })
  const api = await renderPage('/admin/support', { viewer: staff, answers: answers(null) })
  await page.getByRole('radio', { name: 'With vendors' }).click()
  await expectAddress(/whose=vendors/)
  await expect
    .poll(() => api.calls('support.staff.queue').at(-1))
    .toMatchObject({ whose: 'vendors' })
  await page.getByRole('button', { name: ticket.subject }).click()
  await expect.element(page.getByText(/Nordvik Data answers this ticket/)).toBeVisible()
  await expect.element(page.getByText(question.body)).toBeVisible()
  expect(page.getByRole('button', { name: 'Send Answer' }).query()).toBeNull()
  expect(page.getByRole('combobox', { name: 'Assigned to' }).query()).toBeNull()
})

test('its author asks staff to step in with a message', async () => {
  const api = await renderPage('/contact-support?ticket=TCK-7', {
    viewer: vendor,
    answers: {
      ...supportPage,
      'support.get': toVendor,
      'support.messages': { items: [question] },
      'support.escalate': { ...toVendor, escalatedAt: new Date() },
    },
  })
  await page.getByRole('checkbox', { name: /Ask Semblance Support to step in/ }).click()
  await page.getByRole('textbox', { name: 'Write again' }).fill('Nobody answers.')
  api.answer({ 'support.get': { ...toVendor, escalatedAt: new Date() } })
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expectToast('Semblance Support Asked')
  expect(api.calls('support.escalate')).toEqual([{ ticketId: 'TCK-7', message: 'Nobody answers.' }])
  await expect.element(page.getByText('Semblance Support asked to step in')).toBeVisible()
})

test('an answer is sent once, however often its keys are pressed', { tags: 'long' }, async () => {
  const api = await renderPage('/admin/support', {
    viewer: staff,
    answers: {
      'support.staff.queue': { items: [ticket] },
      'support.staff.get': ticket,
      'support.staff.team': { items: [] },
      'support.staff.answer': ticket,
      'support.messages': { items: [question] },
    },
  })
  const answer = api.hold('support.staff.answer')
  await page.getByRole('textbox', { name: 'Answer' }).fill('We have called the client.')
  await press('Control+Enter')
  await expect.element(page.getByRole('button', { name: 'Send Answer' })).toBeDisabled()
  await press('Control+Enter')
  answer()
  await expectToast('Answer Sent')
  await settled()
  expect(api.calls('support.staff.answer')).toHaveLength(1)
})

test('the wish that staff step in is that of one ticket', { tags: 'long' }, async () => {
  const other = { ...toVendor, id: 'TCK-8', subject: 'A second one' }
  await renderPage('/contact-support?ticket=TCK-8', {
    viewer: vendor,
    answers: {
      ...supportPage,
      'support.get': ({ ticketId }) => (ticketId === other.id ? other : toVendor),
      'support.list': { items: [toVendor, other] },
      'support.messages': { items: [question] },
    },
  })
  const box = page.getByRole('checkbox', { name: /^Ask Semblance Support/ })
  await expect.element(box).not.toBeChecked()
  await page.getByRole('link', { name: toVendor.subject }).click()
  await expect.element(page.getByRole('heading', { name: toVendor.subject })).toBeVisible()
  await box.click()
  await page.getByRole('link', { name: other.subject }).click()
  await expect.element(page.getByRole('heading', { name: other.subject })).toBeVisible()
  await expect.element(box).not.toBeChecked()
})
