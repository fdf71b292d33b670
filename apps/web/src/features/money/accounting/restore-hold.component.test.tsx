/** Staff see what waits after a restore, and let it go. */
import { expectToast } from '@testing/interactions.ts'
import { renderPage } from '@testing/render.tsx'
import { staff } from '@testing/viewers.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'

const hold = {
  restoredTo: new Date('2026-11-20T02:15:00Z'),
  startedAt: new Date('2026-11-21T09:00:00Z'),
  uncoveredDays: [] as string[],
  instructionsCount: 2,
  mailsCount: 1,
}
const letGo = () => page.getByRole('button', { name: 'Let Money Go' })

test('what waits after a restore goes once staff confirm, earlier mail only on request', async () => {
  const api = await renderPage('/admin/ledger', {
    viewer: staff,
    answers: {
      'books.staff.overview': { restore: hold },
      'books.staff.confirmRestore': undefined,
    },
  })
  await expect.element(page.getByText(/2 instructions and 1 mail of before wait/)).toBeVisible()
  await letGo().click()
  await page.getByRole('checkbox', { name: /Send 1 mail of before/ }).click()
  await letGo().last().click()
  await expectToast('Money goes its way again')
  expect(api.calls('books.staff.confirmRestore')).toEqual([{ mails: 'send' }])
})

test('money cannot be let go while a statement of the time lost is unread', async () => {
  await renderPage('/admin/ledger', {
    viewer: staff,
    answers: { 'books.staff.overview': { restore: { ...hold, uncoveredDays: ['2026-11-21'] } } },
  })
  await expect.element(page.getByText(/Statements not read yet: Nov 21, 2026/)).toBeVisible()
  await expect.element(letGo()).toBeDisabled()
})
