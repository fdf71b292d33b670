/** Tests that the quick start shows the programs that the tests of the server run. */
import { expectSound } from '@testing/expect-sound.ts'
import { renderPage } from '@testing/render.tsx'
import { client } from '@testing/viewers.ts'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { programs } from './programs.ts'

test('each program is shown whole, and copied as it is', { tags: 'scaled' }, async () => {
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await renderPage('/developers?tab=start', {
    viewer: client,
    answers: { 'keys.list': { items: [] } },
  })
  for (const { name, file, text } of programs) {
    await page.getByRole('tab', { name }).click()
    await expect.element(page.getByText(/Makes a whole deal with two keys/)).toBeVisible()
    await page.getByRole('button', { name: `Copy ${file}` }).click()
    expect(copied).toHaveBeenLastCalledWith(text)
  }
  await expectSound()
})
