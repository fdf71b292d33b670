/** Tests a certificate that a third party verifies without an account, and the files it names. */
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { type Person, usePeople } from '../support/browser.ts'
import { newSignedIn } from '../support/sessions.ts'
import { downloadBy } from '../support/steps.ts'

const people = usePeople()

/** At a delivery that waits for review. */
async function newClient(): Promise<Person> {
  const client = await newSignedIn(people, {
    email: 'client@sample.test',
    password: 'semblance',
  })
  await client.page.goto('/manage-dprs?tab=fulfilled')
  await client.page.getByRole('link', { name: 'Download Store Card Accounts' }).click()
  return client
}

/** Chooses one file, and what the page says of it. */
async function compare({ page }: Person, name: string, content: Buffer) {
  const rows = page.getByRole('region', { name: 'Compare your files' }).getByRole('listitem')
  const before = await rows.count()
  await page
    .getByLabel(/choose files/)
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: content })
  return rows.nth(before).locator('p').nth(1)
}

test('the client hands the link of a certificate on, and a stranger checks it and the files', async () => {
  const client = await newClient()
  const report = client.page.getByRole('button', { name: 'Download validation_report.json' })
  const file = await fetchBy(client.page, report)
  await client.page.getByRole('link', { name: /^Files and certificate/ }).click()
  await client.page.getByRole('link', { name: 'Open Certificate' }).first().click()
  await client.page.getByText('Valid signature').waitFor()

  const stranger = await people.newPerson()
  const { page } = stranger
  await page.goto(client.page.url())
  await page.getByText('Valid signature').waitFor()
  await page.getByText('Store Card Accounts').waitFor()

  const renamed = await compare(stranger, 'report from the client.json', file)
  await expect.poll(() => renamed.textContent()).toBe('As certified: it is validation_report.json.')
  const changed = await compare(stranger, 'validation_report.json', Buffer.concat([file, file]))
  await expect.poll(() => changed.textContent()).toBe('Not as certified: its content is another.')

  const id = page.url().split('/').at(-1)!
  // Visitors read the samples as their parties do, so that the page discloses more than the file.
  const text = await (await page.request.get(`/api/certificates/${id}.sd-jwt`)).text()
  const same = await compare(stranger, 'certificate.sd-jwt', Buffer.from(text))
  await expect
    .poll(() => same.textContent())
    .toBe('This certificate; only what it discloses differs.')
  const forged = await compare(stranger, 'forged.sd-jwt', Buffer.from(forge(text)))
  await expect.poll(() => forged.textContent()).toBe('Altered.')
  people.expectNoConsoleErrors()
})

/** With another receiver, under the signature of the real one. */
function forge(text: string): string {
  const [head, body, signature] = text.split('.') as [string, string, string]
  const payload = JSON.parse(Buffer.from(body, 'base64url').toString())
  const other = { ...payload, client: { id: 'ORG-1', name: 'Somebody else' } }
  return [head, Buffer.from(JSON.stringify(other)).toString('base64url'), signature].join('.')
}

/** The file that comes of a click. */
async function fetchBy(page: Page, control: Locator): Promise<Buffer> {
  const download = await downloadBy(page, () => control.click())
  const chunks: Buffer[] = []
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
