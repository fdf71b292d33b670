import { renderPage } from '@testing/render.tsx'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'

const log = {
  number: 1,
  origin: 'semblance.test/log',
  path: '/log',
  state: 'open' as const,
  verifierKey: 'semblance.test/log+675ca8c0+AeRfBhpLPXxDTnq30cugNWkniyhgK2n4NwRGvV5CNw0C',
  checkpoint: { note: 'semblance.test/log\n7\nroot\n', size: 7n, rootHex: 'ab' },
  firstLeaf: { salt: '00', payload: '{"body":{"auditChain":null}}' },
}

test('the log is shown to visitors, with its key and what it cannot show', async () => {
  await renderPage('/transparency', {
    answers: { 'transparency.status': { logs: [log] } },
  })
  await expect.element(page.getByRole('heading', { name: 'Newest checkpoint' })).toBeVisible()
  await expect.element(page.getByText(log.verifierKey)).toBeVisible()
  await expect.element(page.getByRole('link', { name: '/log/checkpoint' })).toBeVisible()
  await expect.element(page.getByText(/No witness cosigns these checkpoints/)).toBeVisible()
})

test('witnesses are named with what they have cosigned, and with their keys', async () => {
  const [a, b] = ['witness.test/a', 'witness.test/b'].map((name) => ({
    name,
    verifierKey: `${name}+01020304+BA==`,
  }))
  const checkpoint = { ...log.checkpoint, cosignedBy: [{ name: 'witness.test/a' }] }
  await renderPage('/transparency', {
    answers: {
      'transparency.status': {
        logs: [{ ...log, checkpoint, cosigned: { note: '', size: 5n } }],
        witnesses: { list: [a!, b!], quorum: 2 },
      },
    },
  })
  const panel = page.getByRole('region', { name: 'Witnesses' })
  await expect
    .element(panel.getByText(/^1 of 2 witnesses cosigned .* so far: witness\.test\/a\. 2 of them/))
    .toBeVisible()
  await expect.element(panel.getByText(/with that many has 5 leaves/)).toBeVisible()
  await expect.element(panel.getByText(/witness\.test\/b\+01020304/)).toBeVisible()
  await expect.element(page.getByText(/No witness cosigns/)).not.toBeInTheDocument()
})

test('a log after a rollback names the head of the one before', async () => {
  const previous = { origin: 'semblance.test/log', size: 7, root: 'cm9vdA==' }
  const next = {
    ...log,
    ...{ number: 2, origin: 'semblance.test/log/2', path: '/log/2' },
    firstLeaf: { salt: '00', payload: JSON.stringify({ body: { previous } }) },
  }
  await renderPage('/transparency', {
    answers: { 'transparency.status': { logs: [next, { ...log, state: 'closed' as const }] } },
  })
  await expect
    .element(
      page.getByText('The first leaf names the newest head of semblance.test/log, of 7 leaves:'),
    )
    .toBeVisible()
  await expect.element(page.getByText('Closed: another log follows')).toBeVisible()
})
