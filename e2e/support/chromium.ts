import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

/** `npm test` finds the browser and names it here; without that, Debian's. */
const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium'

export async function launchBrowser(): Promise<Browser> {
  if (!existsSync(executablePath))
    throw new Error(`There is no browser at ${executablePath}. Name one in the setting CHROMIUM.`)
  return await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
}
