import { verifierKeyOf } from '@semblance/contract'
import archive from '@testing/dossier.zip.txt?raw'
import { axeFaults, downloadBy, expectToast } from '@testing/interactions.ts'
import { contractPage } from '@testing/page-answers.ts'
import { phone, renderPage } from '@testing/render.tsx'
import { client, vendor } from '@testing/viewers.ts'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'

/** The key and the newest checkpoint of the log that the recorded dossier is from. */
const verifierKey = 'semblance.test/log+a2b6cb42+AYrHkVC/ahpmbPad/HiDG+BzQVYAN064e9TpNLa61YvC'
const checkpoint = `semblance.test/log
41
pdYVshzstvtWWrTY7hmEWziSsTudg7K/e1C1s2qDtxQ=

— semblance.test/log orbLQsHQnXd2reEXp/jiUheNyFfjKI+/faCx/hBqppxeL6ZvfDQHmBUb5YliQYkcqccqFUu0BUZPwu0AWLbEXtuO7Qk=
`
const otherKey = verifierKeyOf('semblance.test/log', new Uint8Array(32)).text

const recorded = Uint8Array.from(atob(archive.replaceAll('\n', '')), (character) =>
  character.charCodeAt(0),
)

const log = {
  ...{ number: 1, origin: 'semblance.test/log', path: '/log', state: 'open' as const, verifierKey },
  checkpoint: null,
}
const answers = { 'transparency.status': { logs: [log] } }
const choose = async (bytes: Uint8Array<ArrayBuffer>, name = 'CTR-2001-dossier.zip') => {
  const picker = page.getByLabelText(/Drop a dossier or a certificate here/)
  await userEvent.upload(picker, new File([bytes], name, { type: 'application/zip' }))
}
const verdict = page.getByRole('status')

test('a dossier is checked by the keys that the site publishes, and nothing is sent', async () => {
  await renderPage('/verify', { answers })
  await expect.element(page.getByRole('heading', { name: 'Verify a dossier' })).toBeVisible()
  const sent = vi.spyOn(globalThis, 'fetch')
  const resources = performance.getEntriesByType('resource').length
  await choose(recorded)
  await expect.element(verdict.getByText('Valid', { exact: true })).toBeVisible()
  expect(sent).not.toHaveBeenCalled()
  expect(performance.getEntriesByType('resource')).toHaveLength(resources)
  sent.mockRestore()
  const money = page.getByRole('region', { name: 'Money' })
  await expect.element(money.getByText('$18,962.50')).toBeVisible()
  await expect.element(money.getByText('$462.50')).toBeVisible()
  await expect.element(page.getByText('Certificate issued')).toBeVisible()
  await expect.element(page.getByText('Its SHA-256 is in a step of the log.').first()).toBeVisible()
  expect(await axeFaults()).toEqual([])
  await page.getByLabelText('A checkpoint').fill(checkpoint)
  await expect.element(verdict.getByText('Valid', { exact: true })).toBeVisible()
})

test('without a key it cannot tell who signed, and with another one it says so', async () => {
  await renderPage('/verify', { answers, ...phone, theme: 'dark' })
  await choose(recorded)
  const keys = page.getByLabelText('Keys of the log')
  await keys.fill('')
  await expect.element(verdict.getByText('Cannot tell who signed')).toBeVisible()
  await expect.element(verdict.getByText(/No key was given for this log/)).toBeVisible()
  await keys.fill(otherKey)
  await expect.element(verdict.getByText(/is none of those that you gave/)).toBeVisible()
  await keys.fill('semblance')
  await expect.element(page.getByText('This line is no key: semblance')).toBeVisible()
  expect(await axeFaults()).toEqual([])
})

test('an altered dossier is named with the place, and another file is refused', async () => {
  await renderPage('/verify', { answers })
  const text = new TextDecoder('latin1').decode(recorded)
  const altered = recorded.slice()
  altered[text.indexOf('1850000')] = '2'.charCodeAt(0)
  await choose(altered, 'altered.zip')
  await expect.element(verdict.getByText('Not readable')).toBeVisible()
  await expect.element(verdict.getByText(/The archive contradicts itself/)).toBeVisible()
  await choose(recorded.slice(0, 4000), 'part.zip')
  await expect.element(verdict.getByText(/breaks off before its end/)).toBeVisible()
  await choose(new Uint8Array(100), 'notes.zip')
  await expect.element(verdict.getByText(/The file is no archive/)).toBeVisible()
})

test.each([client, vendor])(
  'either party downloads the dossier, and reads what it shows and what not',
  async (viewer) => {
    const side = viewer === client ? 'client' : 'vendor'
    const api = await renderPage('/contract-details/CTR-2001', {
      viewer,
      answers: contractPage({ side }),
    })
    const panel = page.getByRole('region', { name: 'Documents' })
    await expect
      .element(panel.getByText(/does not show that what was recorded is true/))
      .toBeVisible()
    const get = 'GET /api/contracts/CTR-2001/dossier.zip'
    const button = panel.getByRole('button', { name: 'Download Dossier' })
    api.answerHttp({ [get]: () => new Response(null, { status: 503 }) })
    await button.click()
    await expectToast('Dossier not downloaded')
    api.answerHttp({ [get]: () => new Response('PK') })
    const download = await downloadBy(() => button.click())
    expect([download.name, await download.text()]).toEqual(['CTR-2001-dossier.zip', 'PK'])
  },
)
