import { allowConsoleErrors } from '@testing/complaints.ts'
import { expectHeading } from '@testing/interactions.ts'
import { renderAsPage } from '@testing/render.tsx'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'

function Broken(): never {
  throw new Error('A page that breaks')
}

test('a page that breaks shows what went wrong, and leads home', async () => {
  allowConsoleErrors(/A page that breaks/)
  await renderAsPage(<Broken />)
  await expectHeading('Unexpected Application Error!')
  await expect.element(page.getByRole('alert')).toHaveTextContent('A page that breaks')
  await page.getByText('Technical details').click()
  await expect.element(page.getByText(/at Broken/)).toBeVisible()
  const home = page.getByRole('link', { name: 'Return to Home' })
  await expect.element(home).toHaveAttribute('href', '/')
})
