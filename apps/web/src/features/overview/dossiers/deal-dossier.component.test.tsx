import archive from '@testing/dossier.zip.txt?raw'
import { axeFaults, downloadBy } from '@testing/interactions.ts'
import { phone, renderComponent } from '@testing/render.tsx'
import { client } from '@testing/viewers.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { DealDossier } from './deal-dossier.tsx'

/** The key of the log that the recorded dossier is from. */
const publishedKeys = 'semblance.test/log+a2b6cb42+AYrHkVC/ahpmbPad/HiDG+BzQVYAN064e9TpNLa61YvC'
const recorded = Uint8Array.from(atob(archive.replaceAll('\n', '')), (character) =>
  character.charCodeAt(0),
)
const get = 'GET /api/contracts/CTR-2001/dossier.zip'
const certificateId = '5a8f52f2-0000-4000-8000-000000000001'

async function open(answer: () => Response, around: object = {}) {
  const api = await renderComponent(
    <DealDossier
      certificateId={certificateId}
      contractId="CTR-2001"
      title="Store cards"
      publishedKeys={publishedKeys}
    />,
    { viewer: client, ...around, http: { [get]: answer } },
  )
  return api
}

test('a party sees each step with its place in the log, checked in the browser, and saves what was checked', async () => {
  await open(() => new Response(recorded))
  await expect
    .element(
      page.getByRole('heading', { name: /^All \d+ steps are in the public log, in order\./ }),
    )
    .toBeVisible()
  const steps = page.getByRole('list', { name: 'Steps of the deal' }).getByRole('listitem')
  expect(steps.elements().length).toBeGreaterThan(5)
  for (const step of steps.elements()) expect(step.textContent).toMatch(/#\d+.*In the log/)
  const download = await downloadBy(() => page.getByRole('button', { name: /^Download/ }).click())
  expect(download.name).toBe('CTR-2001-dossier.zip')
  expect(await axeFaults()).toEqual([])
})

test('a dossier that is not what was signed says so first, on a phone', async () => {
  const altered = recorded.slice()
  altered[new TextDecoder('latin1').decode(recorded).indexOf('1850000')] = '2'.charCodeAt(0)
  await open(() => new Response(altered), { ...phone, theme: 'dark' })
  await expect.element(page.getByRole('heading', { name: 'Not readable' })).toBeVisible()
  await expect.element(page.getByText(/The archive contradicts itself/)).toBeVisible()
})

test.each([401, 403, 404])('who is no party is told who has it: %i', async (status) => {
  await open(() => new Response(null, { status }))
  await expect.element(page.getByText(/for its two parties, signed in/)).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: status === 401 ? 'Sign In' : 'Certificate' }))
    .toBeVisible()
})
