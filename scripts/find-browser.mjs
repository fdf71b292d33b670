import { existsSync } from 'node:fs'

/**
 * Returns the path of the browser that tests and pictures use, or undefined if the machine has none. The
 * headless shell stands first: it draws the same pages with less work.
 *
 * @returns {string | undefined}
 */
export function findBrowser() {
  return [
    process.env.CHROMIUM,
    '/usr/bin/chromium-headless-shell',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ].find((path) => path && existsSync(path))
}
