/** Tests that administrators confirm a host's key before a destination is added, and test, disable and remove one. */
import type { PushDestination } from '@semblance/contract'
import { uuid } from '@testing/example.ts'
import { expectSound } from '@testing/expect-sound.ts'
import { type Answers, refuse } from '@testing/fake-api.ts'
import { axeFaults, closeToasts, expectRefusal, expectToast } from '@testing/interactions.ts'
import { renderPage } from '@testing/render.tsx'
import { client } from '@testing/viewers.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'

const hostKey = `SHA256:${'aB3'.repeat(14)}c`
const destination = {
  id: uuid(7),
  name: 'Warehouse',
  isAutomatic: true,
  settings: {
    kind: 'sftp',
    host: 'sftp.example.test',
    port: 22,
    username: 'semblance',
    folder: '/in/twins',
    hostKey,
  },
  secretKind: 'password',
  state: 'enabled',
  disabledAs: null,
} satisfies Partial<PushDestination>

const open = (answers: Answers = {}) =>
  renderPage('/developers?tab=destinations', {
    viewer: client,
    answers: { 'pushes.destinations': { items: [destination] }, ...answers },
  })
const form = page.getByRole('dialog', { name: 'New destination' })

test('a host’s key is looked up and confirmed before anything is sent; what is refused is marked', {
  tags: 'long',
}, async () => {
  const api = await open({ 'pushes.destinations': { items: [] } })
  await expect.element(page.getByText('No destinations yet')).toBeVisible()
  await expectSound()
  await page.getByRole('button', { name: 'New destination' }).click()
  const add = form.getByRole('button', { name: 'Try and Add' })
  await form.getByLabelText('Name').fill('Warehouse')
  await form.getByLabelText('Host', { exact: true }).fill('sftp.example.test')
  await form.getByLabelText('User').fill('semblance')
  const password = form.getByLabelText('Password', { exact: true })
  await password.fill('secret words')
  await add.click()
  await expect.element(form.getByText(/compare it and confirm it/)).toBeVisible()
  api.answer({ 'pushes.readHostKey': { hostKey, algorithm: 'ssh-ed25519' } })
  await form.getByRole('button', { name: 'Look Up' }).click()
  await expect.element(form.getByText(`${hostKey} (ssh-ed25519)`)).toBeVisible()
  await add.click()
  await expect.element(form.getByText(/compare it and confirm it/)).toBeVisible()
  expect(api.calls('pushes.addDestination')).toEqual([])
  await form.getByRole('checkbox', { name: /operator told me/ }).click()
  expect(await axeFaults()).toEqual([])
  api.answer({ 'pushes.addDestination': refuse('destination_refused', { field: 'secret' }) })
  await add.click()
  await expectRefusal(password, /was tried and cannot be used/)
  await closeToasts()
  api.answer({
    'pushes.addDestination': destination,
    'pushes.destinations': { items: [destination] },
  })
  await add.click()
  await expectToast('Destination added')
  expect(api.calls('pushes.addDestination').at(-1)).toEqual({
    ...{ kind: 'sftp', name: 'Warehouse', isAutomatic: true, folder: '', hostKey },
    ...{ host: 'sftp.example.test', port: 22, username: 'semblance' },
    secret: { by: 'password', password: 'secret words' },
  })
  await expect
    .element(page.getByText('sftp://semblance@sftp.example.test:22/in/twins'))
    .toBeVisible()
})

test('a destination is tested, disabled and removed, with what that means', {
  tags: 'long',
}, async () => {
  const api = await open()
  const act = async (entry: string) => {
    await page.getByRole('button', { name: 'Actions for Warehouse' }).click()
    await page.getByRole('menuitem', { name: entry }).click()
  }
  api.answer({ 'pushes.testDestination': refuse('destination_refused') })
  await act('Test')
  await expectToast('It does not work')
  await closeToasts()
  api.answer({ 'pushes.changeDestination': { ...destination, state: 'disabled' } })
  await act('Disable')
  await page.getByRole('button', { name: 'Disable Destination' }).click()
  await expectToast('Destination changed')
  expect(api.calls('pushes.changeDestination')).toEqual([
    { destinationId: destination.id, state: 'disabled' },
  ])
  await closeToasts()
  api.answer({ 'pushes.removeDestination': undefined })
  await act('Remove')
  await expect
    .element(page.getByText(/What arrived stays there: we cannot delete it/))
    .toBeVisible()
  await page.getByRole('button', { name: 'Remove Destination' }).click()
  await expectToast('Destination removed')
})

test('a password is replaced once it was tried; what is refused is marked, and nothing typed stays', {
  tags: 'long',
}, async () => {
  const api = await open()
  await page.getByRole('button', { name: 'Actions for Warehouse' }).click()
  await page.getByRole('menuitem', { name: 'Replace password or key' }).click()
  const dialog = page.getByRole('dialog', { name: 'New password or key' })
  const password = dialog.getByLabelText('Password', { exact: true })
  const replace = dialog.getByRole('button', { name: 'Try and Replace' })
  await replace.click()
  await expectRefusal(password, 'Password is required')
  expect(await axeFaults()).toEqual([])
  await password.fill('the next one')
  api.answer({ 'pushes.replaceSecret': refuse('destination_refused', { field: 'secret' }) })
  await replace.click()
  await expectRefusal(password, /was tried and cannot be used/)
  await closeToasts()
  api.answer({ 'pushes.replaceSecret': destination })
  await replace.click()
  await expectToast('Replaced')
  expect(api.calls('pushes.replaceSecret').at(-1)).toEqual({
    destinationId: destination.id,
    secret: { by: 'password', password: 'the next one' },
  })
})
