import { type Browser, chromium } from 'playwright-core'
import { findBrowser } from '../../scripts/find-browser.mjs'

/**
 * Starts the machine's browser.
 *
 * @throws Error if there is none.
 */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = findBrowser()
  if (!executablePath)
    throw new Error('There is no Chromium on this machine. Name one in the setting CHROMIUM.')
  return await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
}
