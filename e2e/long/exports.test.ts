/** Saves a list as a file: every row that the search finds, in any number, and no other client's. */
import { readFileSync } from 'node:fs'
import { expect, inject, test } from 'vitest'
import { type Person, usePeople } from '../support/browser.ts'
import { newMember, postDpr } from '../support/deal-fixtures.ts'
import { newSignedIn } from '../support/sessions.ts'
import { downloadBy } from '../support/steps.ts'

const people = usePeople()
/** More than one page of the API holds. */
const rows = 105
const titles = Array.from({ length: rows }, (_, index) => `Export row ä ${index + 1}`)

let client: Person

people.begin(async () => {
  const [buyer, rival] = await Promise.all([
    newMember(inject('url'), 'client'),
    newMember(inject('url'), 'client'),
  ])
  await Promise.all([
    ...titles.map((title) => postDpr(buyer, title)),
    postDpr(buyer, 'Left out by the search'),
    postDpr(rival, 'Export row of a rival'),
  ])
  client = await newSignedIn(people, buyer)
})

test("the file has every request that the search finds, beyond the page's rows, and no other client's", async () => {
  const { page } = client
  await page.goto('/manage-dprs?tab=pending&search=Export+row')
  await page.getByRole('button', { name: 'Menu of pending DPRs' }).click()
  const download = await downloadBy(page, () =>
    page.getByRole('menuitem', { name: 'Export CSV' }).click(),
  )
  expect(download.suggestedFilename()).toMatch(/^pending-DPRs-\d{4}-\d\d-\d\d\.csv$/)
  const [head, ...lines] = readFileSync(await download.path(), 'utf8').split('\r\n')
  expect(head).toMatch(/^\uFEFFID,Request,Category,Status,/)
  const found = lines.slice(0, -1).map((line) => line.split(',')[1])
  expect(found.sort()).toEqual(titles.toSorted())
  expect(lines.at(-1)).toBe('')
  people.expectNoConsoleErrors()
})
