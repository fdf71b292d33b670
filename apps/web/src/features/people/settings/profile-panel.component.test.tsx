import { expectRefusal } from '@testing/interactions.ts'
import { renderPage } from '@testing/render.tsx'
import { client } from '@testing/viewers.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'

test('it keeps ten thousand characters in the name, says so there and leads to it', async () => {
  await renderPage('/user-settings', { viewer: client })
  const field = page.getByRole('textbox', { name: 'Full name', exact: true })
  const endless = 'a'.repeat(10_000)
  await field.fill(endless)
  await page.getByRole('button', { name: 'Save Changes' }).first().click()
  await expectRefusal(field, /too long/)
  await expect.element(field).toHaveFocus()
  await expect.element(field).toHaveValue(endless)
})
