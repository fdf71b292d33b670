import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

/** Where systems keep the browser that we do not ship. */
const candidates = [
  process.env.CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

export async function launchBrowser(): Promise<Browser> {
  const executablePath = candidates.find((path) => path && existsSync(path))
  if (!executablePath)
    throw new Error('No Chromium was found. Install it, or name it in the setting CHROMIUM.')
  return await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
}
