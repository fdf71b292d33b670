/** A vendor begins a twin for a listing, uploads, reviews and follows it, and goes on from what it became. */
import { errors, twinHeld } from '@semblance/contract'
import { uuid } from '@testing/example.ts'
import { refuse } from '@testing/fake-api.ts'
import {
  choose,
  downloadBy,
  expectAddress,
  expectHeading,
  expectRefusal,
} from '@testing/interactions.ts'
import type { OutputOf, Sketch } from '@testing/procedures.ts'
import { renderPage } from '@testing/render.tsx'
import { client, vendor } from '@testing/viewers.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'

type Twin = Sketch<OutputOf<'twins.get'>>

const twinId = uuid(7)
const path = `/vendor-listings/measure/${twinId}`
const twin = (delivery: Twin['delivery'], changes: Twin = {}): Twin => ({
  ...{ id: twinId, title: 'Members', category: 'retail', privacyLevel: 'high' },
  ...{ listingId: null, certificateId: null },
  delivery: { id: twinId, ...delivery },
  ...changes,
})
const file = { id: 'upload-1', name: 'members.csv', bytes: 90, receivedBytes: 90 }
const draft = twin({ status: 'draft', files: [file] })

const noListings = {
  'listings.listOwn': { items: [] },
  'listings.listable': { items: [] },
  'listings.purchases': { items: [] },
  'subscriptions.list': { items: [] },
  'twins.list': { items: [] },
}
const button = (name: string) => page.getByRole('button', { name, exact: true })

test('a vendor begins a twin with a title, a category and a privacy level, each missing one named', async () => {
  const api = await renderPage('/vendor-listings', { viewer: vendor, answers: noListings })
  await button('New listing from data').click()
  await button('Begin').click()
  const title = page.getByLabelText('Title')
  await expectRefusal(title, /./)
  await expectRefusal(page.getByRole('combobox', { name: 'Category' }), 'Choose a category')
  await expectRefusal(page.getByRole('combobox', { name: 'Privacy level' }), /Choose a privacy/)
  expect(api.calls('twins.start')).toEqual([])
  await title.fill('Members')
  await choose('Category', 'Retail')
  await choose('Privacy level', 'High (ε ≤ 1)')
  api.answer({ 'twins.start': draft, 'twins.get': draft })
  await button('Begin').click()
  await expectAddress(path)
  await expectHeading('Members')
  expect(api.calls('twins.start')).toEqual([
    { title: 'Members', category: 'retail', privacyLevel: 'high' },
  ])
})

test('its files are read, its columns reviewed, and it is measured, all of the twin', async () => {
  const api = await renderPage(path, {
    viewer: vendor,
    answers: {
      'twins.get': draft,
      'twins.profiles': { tables: [] },
      'twins.forecast': {
        ...{ source: null, drawsFrom: null, reason: 'new_data', fits: true, share: 0.2 },
        ...{ privacyLevel: 'high', minAccuracyPercent: null },
      },
      'sources.list': { items: [] },
      'sources.ofDeal': null,
      'estimates.accuracy': { accuracyPercent: 95, errorPoints: 2, noisePoints: 1 },
    },
  })
  const files = page.getByRole('list', { name: 'Files of this twin' })
  await expect.element(files.getByText(/Uploaded/)).toBeVisible()
  await expect.element(page.getByLabelText(/Delivery notes/)).not.toBeInTheDocument()
  const columns = [{ name: 'age', kind: 'integer' as const }]
  const review = { status: 'review' as const, fileCount: 1 }
  const reviewed = { ...review, review: [{ name: 'members', file: file.name, rows: 9, columns }] }
  api.answer({ 'twins.inspect': reviewed, 'twins.get': twin(reviewed) })
  await button('Have the Files Read').click()
  await expect.element(page.getByRole('region', { name: 'Review members' })).toBeVisible()
  await expect.element(page.getByText('This twin is measured, and charged in full.')).toBeVisible()
  const queued = { status: 'queued' as const, stage: null }
  api.answer({ 'twins.submit': queued, 'twins.get': twin(queued) })
  await button('Confirm and Measure').click()
  await expect.element(page.getByRole('region', { name: 'Synthetic processing' })).toBeVisible()
  expect(api.calls('twins.inspect')).toEqual([{ twinId, checksums: [] }])
  expect(api.calls('twins.submit')).toMatchObject([{ twinId, choices: [] }])
  expect(api.calls('dprs.get')).toEqual([])
  api.answer({ 'twins.cancel': { status: 'cancelled', reason: null } })
  api.answer({ 'twins.get': twin({ status: 'cancelled', reason: null }) })
  await button('Cancel This Twin').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel This Twin' }).click()
  await expect.element(page.getByText('This twin was canceled')).toBeVisible()
  expect(api.calls('twins.cancel')).toEqual([{ twinId }])
})

test('a problem on our side is said of the twin, without a client or a due date', async () => {
  await renderPage(path, {
    viewer: vendor,
    answers: { 'twins.get': twin({ status: 'held', notice: 'held' }) },
  })
  await expect.element(page.getByText(twinHeld)).toBeVisible()
})

test('one that missed what a listed twin has to meet says what, and another is begun like it', async () => {
  const missed = {
    ...{ id: 'privacy', label: 'Privacy checks', wanted: 'none failed', found: '1 failed' },
    ...{ pass: false, sentence: 'One privacy check failed.' },
  }
  const api = await renderPage(path, {
    viewer: vendor,
    answers: {
      'twins.get': twin({ status: 'refused', reason: 'It cannot be listed.', gate: [missed] }),
    },
  })
  await expect.element(page.getByRole('alert').getByText(missed.sentence)).toBeVisible()
  const gate = page.getByRole('table', {
    name: 'What a listed twin has to meet and what was found',
  })
  await expect.element(gate).toBeVisible()
  await button('Begin Another').click()
  await expect.element(page.getByLabelText('Title')).toHaveValue('Members')
  api.answer({ 'twins.start': refuse('too_many_twins') })
  await button('Begin').click()
  await expect.element(page.getByText(errors.too_many_twins.message)).toBeVisible()
})

test('one that is made leads to its draft and its certificate, with figures and account', async () => {
  const answers = {
    'twins.get': twin({ status: 'ready' }, { listingId: 'LST-1', certificateId: uuid(8) }),
    'listings.getOwn': {
      ...{ id: 'LST-1', status: 'draft' as const, contractId: null },
      figures: { records: 1234, columns: 3 },
      account: { sourceId: 'SRC-1' },
    },
  }
  const api = await renderPage(path, { viewer: vendor, answers })
  await expect
    .element(page.getByRole('link', { name: 'Open the Draft' }))
    .toHaveAttribute('href', '/vendor-listings/LST-1/edit')
  await expect
    .element(page.getByRole('link', { name: 'Open Its Certificate' }))
    .toHaveAttribute('href', `/certificates/${uuid(8)}`)
  api.answerHttp({ [`GET /api/twins/${twinId}/dossier.zip`]: () => new Response('PK') })
  const download = await downloadBy(() => button('Download Its Dossier').click())
  expect([download.name, await download.text()]).toEqual([`${twinId}-dossier.zip`, 'PK'])
  const figures = page.getByRole('region', { name: 'Figures of the twin' })
  await expect.element(figures.getByText('1,234')).toBeVisible()
  await expect.element(page.getByText('SRC-1, as this twin left it')).toBeVisible()

  await renderPage(path, {
    viewer: vendor,
    answers: { ...answers, 'listings.getOwn': { status: 'withdrawn' } },
  })
  api.answer({ 'listings.draft': { id: 'LST-2' } })
  await button('Draft a listing').click()
  await expectAddress('/vendor-listings/LST-2/edit')
  expect(api.calls('listings.draft')).toEqual([{ deliveryId: twinId }])
})

test('clients are told that it is a page of vendors', async () => {
  await renderPage(path, { viewer: client, answers: { 'twins.get': refuse('not_permitted') } })
  const turnedAway = page.getByText('Your organization is not approved as a vendor.')
  await expect.element(turnedAway).toBeVisible()
})

test('a twin of another vendor is not found', async () => {
  await renderPage(path, { viewer: vendor, answers: { 'twins.get': refuse('not_found') } })
  await expectHeading('This twin was not found')
})

test('a member without the role to upload is told so', async () => {
  const seller = { ...vendor, roles: ['vendor' as const], memberRoles: ['seller' as const] }
  await renderPage(path, { viewer: seller, answers: { 'twins.get': draft } })
  await expect
    .element(page.getByText(/Your role in your organization does not let you upload data/))
    .toBeVisible()
  await expect.element(button('Cancel This Twin')).toBeVisible()
})
