import { fill, settled } from '@testing/interactions.ts'
import { marketPage, quietDashboards } from '@testing/page-answers.ts'
import { acceptSignIn, renderPage } from '@testing/render.tsx'
import { client } from '@testing/viewers.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'

test('a visitor has no event stream, and who signs out has none any more', async () => {
  const api = await renderPage('/marketplace', { answers: marketPage })
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  await settled()
  expect(api.openStreams).toBe(0)
  acceptSignIn(client, quietDashboards)
  await page.getByRole('link', { name: 'Sign In' }).first().click()
  await fill({ 'E-mail': client.email })
  await page.getByLabelText('Password', { exact: true }).fill('semblance')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect.poll(() => api.openStreams).toBe(1)
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()
  await expect.poll(() => api.openStreams).toBe(0)
})
