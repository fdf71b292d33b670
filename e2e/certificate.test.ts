/** What a certificate is worth: a stranger verifies it, and the files that came with it, without an account. */
import { expect, test } from 'vitest'
import { type Person, usePeople } from './browser.ts'
import { signIn } from './steps.ts'

const people = usePeople()

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
  const client = await people.newPerson()
  await signIn(client, { email: 'client@sample.test', password: 'semblance' })
  await client.page.goto('/manage-dprs?tab=fulfilled')
  await client.page.getByRole('link', { name: 'Download Store Footfall Time Series' }).click()
  const [download] = await Promise.all([
    client.page.waitForEvent('download'),
    client.page.getByRole('button', { name: 'Download validation_report.json' }).click(),
  ])
  const file = await bytesOf(await download.createReadStream())
  await client.page.getByRole('link', { name: 'Open Certificate' }).first().click()
  await client.page.getByText('Valid signature').waitFor()

  const stranger = await people.newPerson()
  const { page } = stranger
  await page.goto(client.page.url())
  await page.getByText('Valid signature').waitFor()
  await page.getByText('Store Footfall Time Series').waitFor()

  const renamed = await compare(stranger, 'report from the client.json', file)
  await expect.poll(() => renamed.textContent()).toBe('As certified: it is validation_report.json.')
  const changed = await compare(stranger, 'validation_report.json', Buffer.concat([file, file]))
  await expect.poll(() => changed.textContent()).toBe('Not as certified: its content is another.')

  const id = page.url().split('/').at(-1)!
  const jws = await (await page.request.get(`/api/certificates/${id}.jws`)).text()
  const same = await compare(stranger, 'certificate.jws', Buffer.from(jws))
  await expect.poll(() => same.textContent()).toBe('This certificate, letter for letter.')
  const forged = await compare(stranger, 'forged.jws', Buffer.from(forge(jws)))
  await expect.poll(() => forged.textContent()).toBe('Altered.')
  people.expectNoComplaints()
})

/** With another receiver, under the signature of the real one. */
function forge(jws: string): string {
  const [head, body, signature] = jws.split('.') as [string, string, string]
  const payload = JSON.parse(Buffer.from(body, 'base64url').toString())
  const other = { ...payload, client: { id: 'ORG-1', name: 'Somebody else' } }
  return [head, Buffer.from(JSON.stringify(other)).toString('base64url'), signature].join('.')
}

async function bytesOf(stream: NodeJS.ReadableStream): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
