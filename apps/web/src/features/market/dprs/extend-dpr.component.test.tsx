import { expectRefusal } from '@testing/interactions.ts'
import { dprPage } from '@testing/page-answers.ts'
import { renderPage } from '@testing/render.tsx'
import { client } from '@testing/viewers.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'

test('a closing date beyond the limit, or before the present one, is refused next to the field', async () => {
  const answers = dprPage({ title: 'Closing dates', status: 'awaiting_offers' })
  const api = await renderPage('/dpr-details/DPR-1001', { viewer: client, answers })
  await page.getByRole('button', { name: 'More for Closing dates' }).click()
  await page.getByRole('menuitem', { name: 'Extend closing date' }).click()
  const dialog = page.getByRole('dialog', { name: 'Extend the closing date' })
  const field = dialog.getByLabelText('Days from today')
  for (const [typed, message] of [
    ['soon', 'Enter whole days, from 1 to 90'],
    ['3', 'It takes offers for longer than that already'],
  ] as const) {
    await field.fill(typed)
    await dialog.getByRole('button', { name: 'Extend' }).click()
    await expectRefusal(field, message)
    await expect.element(field).toHaveValue(typed)
  }
  expect(api.calls('dprs.extend')).toEqual([])
})
