import { uuid } from '@testing/example.ts'
import { press } from '@testing/interactions.ts'
import { renderPage } from '@testing/render.tsx'
import { staff } from '@testing/viewers.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'

const mail = {
  id: uuid(7),
  subject: 'Reset your password',
  recipient: 'client@example.test',
  state: 'sent' as const,
}
const masked = 'Someone asked to reset the password: https://semblance.test/?token=••••••'

test('an address that refuses mail is marked in the list and in the opened mail', {
  tags: 'long',
}, async () => {
  const refused = { ...mail, addressRefusedAt: new Date('2026-11-20T08:00:00Z') }
  await renderPage('/admin/mail', {
    viewer: staff,
    answers: {
      'mails.list': { items: [refused, { subject: 'Your offer was accepted' }] },
      'mails.open': { ...refused, document: 'INV-2026-000001', text: 'Hello' },
    },
  })
  await expect.element(page.getByText('refuses mail')).toBeVisible()
  await page.getByRole('button', { name: `Open "${mail.subject}" to ${mail.recipient}` }).click()
  const dialog = page.getByRole('dialog', { name: mail.subject })
  await expect.element(dialog.getByText('Address refused')).toBeVisible()
  await expect.element(dialog.getByText('INV-2026-000001.pdf')).toBeVisible()
})

test('a mail is found and opened as text; one with a masked link is not sent again', async () => {
  const api = await renderPage('/admin/mail', {
    viewer: staff,
    answers: {
      'mails.list': ({ search }) => ({
        items: search ? [mail] : [mail, { subject: 'Your offer was accepted' }],
      }),
      'mails.open': {
        ...mail,
        text: masked,
        hasSecrets: true,
      },
    },
  })
  await expect.element(page.getByText('Your offer was accepted')).toBeVisible()
  await page.getByLabelText('Search mail').fill(mail.recipient)
  await expect.element(page.getByText('Your offer was accepted')).not.toBeInTheDocument()
  expect(api.calls('mails.list').at(-1)).toMatchObject({ search: mail.recipient })
  await page.getByRole('button', { name: `Open "${mail.subject}" to ${mail.recipient}` }).click()
  const dialog = page.getByRole('dialog', { name: mail.subject })
  const text = dialog.getByRole('region', { name: 'Text of the mail' })
  await expect.element(text).toHaveTextContent(masked)
  expect(dialog.getByRole('button', { name: 'Send Again' }).elements()).toEqual([])
  expect(api.calls('mails.open')).toEqual([{ id: mail.id }])
  await press('Escape')
  await expect.element(dialog).not.toBeInTheDocument()
})

test('a mail that came back after it was sent says so, with the reason', async () => {
  const returned = { ...mail, state: 'returned' as const, failure: '550 5.1.1 no such user' }
  await renderPage('/admin/mail?state=returned', {
    viewer: staff,
    answers: { 'mails.list': { items: [returned] } },
  })
  await expect.element(page.getByRole('cell', { name: 'Came back' })).toBeVisible()
  await expect.element(page.getByText('550 5.1.1 no such user')).toBeVisible()
})
