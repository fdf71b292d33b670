/** On paper: the built application is black on white, and the browser makes a PDF of it. */
import { expect, test } from 'vitest'
import { usePeople } from '../support/browser.ts'
import { newSignedIn } from '../support/sessions.ts'

const people = usePeople()

test('the built pages print in black on white, without bars and buttons', async () => {
  const { page } = await newSignedIn(
    people,
    { email: 'vendor@sample.test', password: 'semblance' },
    { colorScheme: 'dark' },
  )
  await page.goto('/vendor-earnings')
  await page.getByRole('table', { name: 'Transactions' }).waitFor()
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await page.getByText(/^Printed \w{3} \d/).waitFor()
  const screenOnly = page.locator('nav, button[data-slot=button], aside[aria-label="Sample data"]')
  await expect.poll(() => screenOnly.filter({ visible: true }).count()).toBe(0)
  const inkAndPaper = await page.evaluate(() => {
    const { color, backgroundColor } = getComputedStyle(document.body)
    return { color, backgroundColor }
  })
  expect(inkAndPaper).toEqual({ color: 'rgb(0, 0, 0)', backgroundColor: 'rgb(255, 255, 255)' })
  expect((await page.pdf({ format: 'A4' })).subarray(0, 5).toString()).toBe('%PDF-')
  people.expectNoConsoleErrors()
})
