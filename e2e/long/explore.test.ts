/** A client looks at the rows of a delivery in the page: as a table, as a chart, and by SQL. */
import { expect, test } from 'vitest'
import { usePeople } from '../support/browser.ts'
import { choose } from '../support/steps.ts'

const people = usePeople()

test('a visitor explores the first rows of a delivery in the page, without a word to any server', async () => {
  const { page } = await people.newPerson()
  await page.goto('/manage-dprs?tab=fulfilled')
  await page.getByRole('link', { name: 'Download Store Card Accounts' }).click()
  await page.getByRole('link', { name: /^Columns/ }).click()
  const panel = page.getByRole('region', { name: 'Explore' })
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await panel.getByRole('button', { name: 'Explore the data' }).click()
  await panel.getByRole('tab', { name: 'SQL' }).click({ timeout: 60_000 })
  await panel.getByRole('note').filter({ hasText: 'Sign in to read all rows.' }).waitFor()
  expect(asked.some((path) => /duckdb-eh.*\.wasm$/.test(path))).toBe(true)

  asked.length = 0
  const query = panel.getByRole('textbox', { name: 'Query' })
  await query.fill(
    'SELECT defaulted_in_oct, count(*) AS n FROM store_card_accounts GROUP BY 1 ORDER BY 1',
  )
  await query.press('Control+Enter')
  await panel.getByRole('status').filter({ hasText: '2 rows in' }).waitFor()
  const result = panel.getByRole('table', { name: 'Result of the query' })
  const counted = async () => (await result.locator('td:nth-child(2)').allInnerTexts()).map(Number)
  await expect.poll(async () => (await counted()).reduce((sum, n) => sum + n, 0)).toBe(1000)

  await query.fill('SELECT nothing FROM store_card_accounts')
  await panel.getByRole('button', { name: 'Run' }).click()
  const error = panel.getByRole('alert')
  await error.filter({ hasText: 'Binder Error: Referenced column "nothing" not found' }).waitFor()

  await query.fill(`SELECT * FROM read_csv('/api/openapi.json')`)
  await panel.getByRole('button', { name: 'Run' }).click()
  await error.filter({ hasText: 'disabled by configuration' }).waitFor()

  await panel.getByRole('tab', { name: 'Charts' }).click()
  await choose(page, 'Column', 'age')
  await panel.getByRole('img', { name: /^Histogram of age: most rows, \d+/ }).waitFor()
  expect(asked.filter((path) => !path.startsWith('/api/'))).toEqual([])
  expect(asked).not.toContain('/api/openapi.json')
  people.expectNoConsoleErrors()
})
