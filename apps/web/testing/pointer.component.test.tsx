/** Tests that what fills a field fills this field alone. */
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderComponent } from './render.tsx'

test('a field that gives its focus away at first is filled once it keeps it, and no other is', async () => {
  await renderComponent(
    <>
      <input aria-label="Name" />
      <input aria-label="Other" />
    </>,
  )
  const [name, other] = [page.getByLabelText('Name'), page.getByLabelText('Other')]
  await expect.element(name).toBeVisible()
  let tries = 0
  name.element().addEventListener('focus', () => {
    tries += 1
    if (tries < 3) (other.element() as HTMLElement).focus()
  })
  await name.fill('Halden')
  await expect.element(name).toHaveValue('Halden')
  await expect.element(other).toHaveValue('')
})
