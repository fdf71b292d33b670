import { refuse } from '@testing/fake-api.ts'
import { expectRefusal, expectToast } from '@testing/interactions.ts'
import { supportPage } from '@testing/page-answers.ts'
import { renderPage } from '@testing/render.tsx'
import { vendor } from '@testing/viewers.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'

const message = () => page.getByRole('textbox', { name: 'Message', exact: true })
const send = () => page.getByRole('button', { name: 'Send Message' }).first().click()

test('a message to support with gaps, then about a contract of someone else, is not sent', async () => {
  const api = await renderPage('/contact-support?contract=CTR-0', {
    viewer: vendor,
    answers: supportPage,
  })
  await page.getByLabelText('Subject').fill('Nothing arrived')
  await send()
  await expectToast('Error', 'Please fill in all required fields')
  await expectRefusal(message(), 'Message is required')
  expect(api.calls('support.open')).toEqual([])
  await message().fill('Since Monday.')
  api.answer({ 'support.open': refuse('not_found', { field: 'contractId' }) })
  await send()
  await expectToast('Message not sent')
  await expectRefusal(page.getByRole('textbox', { name: /^Contract/ }).first(), /\S/)
  await expect.element(message()).toHaveValue('Since Monday.')
  expect(api.calls('support.open')).toMatchObject([{ contractId: 'CTR-0' }])
})

test('it keeps ten thousand characters in the subject, says so there and leads to it', {
  tags: 'long',
}, async () => {
  await renderPage('/contact-support', { viewer: vendor, answers: supportPage })
  const field = page.getByRole('textbox', { name: 'Subject', exact: true })
  const endless = 'a'.repeat(10_000)
  await field.fill(endless)
  await send()
  await expectRefusal(field, /too long/)
  await expect.element(field).toHaveFocus()
  await expect.element(field).toHaveValue(endless)
})
