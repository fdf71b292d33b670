import { expect } from 'vitest'
import { page } from 'vitest/browser'
import { axeFaults, settled } from './interactions.ts'
import { desk, phone } from './render.tsx'
import { isLong } from './test-length.ts'

/**
 * Expects the open page to have nothing wider than itself and no fault of axe, at a desk and on a phone. The
 * short form looks at neither, which would cost as much as drawing the page three times.
 */
export async function expectSound(): Promise<void> {
  if (!isLong) return
  for (const { width, height } of [phone, desk]) {
    await page.viewport(width, height)
    await settled()
    const tooWidePx = () => document.documentElement.scrollWidth - innerWidth
    await expect.poll(tooWidePx, { message: `too wide for ${width} px` }).toBeLessThanOrEqual(0)
    scrollTo(0, 0) // the new width may have scrolled a control halfway under the bar
    expect(await axeFaults(), `at ${width} px`).toEqual([])
  }
}
