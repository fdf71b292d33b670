import { expectAddress, settled } from '@testing/interactions.ts'
import { renderComponent } from '@testing/render.tsx'
import { Link } from 'react-router'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { useGoOn } from './use-go-on.ts'

/** Goes on to the next page once an act is answered. */
function Act({ answer, went }: { answer: Promise<void>; went: boolean[] }) {
  const goOn = useGoOn()
  const act = () => void answer.then(() => went.push(goOn('/next')))
  return (
    <>
      <button type="button" onClick={act}>
        Act
      </button>
      <Link to="/other">Other</Link>
    </>
  )
}

async function act() {
  const { promise, resolve } = Promise.withResolvers<void>()
  const went: boolean[] = []
  await renderComponent(<Act answer={promise} went={went} />)
  await page.getByRole('button', { name: 'Act' }).click()
  return { answer: resolve, went }
}

test('the page after an act opens with its answer', async () => {
  const { answer, went } = await act()
  answer()
  await expectAddress('/next')
  expect(went).toEqual([true])
})

test('an answer that comes later calls nobody back from another page', async () => {
  const { answer, went } = await act()
  await page.getByRole('link', { name: 'Other' }).click()
  await expectAddress('/other')
  answer()
  await expect.poll(() => went).toEqual([false])
  await settled()
  await expectAddress('/other')
})
