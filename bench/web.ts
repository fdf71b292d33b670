/**
 * Measures the weight and the response times of pages: every route as visitor, client, vendor and
 * staff, in Chromium with an empty cache, on a production build with sample data. Prints one JSON
 * object; times are medians of `--runs`. `yardstickMs` is the duration of a fixed small workload
 * before each account's visits; compare times of two runs in that ratio. `slow` lists the measures
 * that miss a target, `failed` those that could not be taken, with the reason. `node bench/web.ts
 * --runs 3 --only client` takes the measures with that text in their name ("client /manage-dprs",
 * "vendor types into search"); `--url http://localhost:3000` measures a running server; `--width
 * 390` measures at a phone's width, without the interactions that only a wide page has.
 */
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import type { Browser, BrowserContextOptions } from 'playwright-core'
import { launchBrowser } from '../e2e/support/chromium.ts'
import { startServer } from '../e2e/support/server.ts'
import { calibrationRun, measureInteraction, measureVisit, type PageVisit } from './web-measures.ts'
import { findRecords, interactions, type Who, whoSees } from './web-routes.ts'

/** The targets; `cls` in thousandths. */
const limits = { lcpMs: 1000, cls: 10, interactionMs: 100, landingScriptBytes: 120_000 }

const { values: flags } = parseArgs({
  options: {
    runs: { type: 'string', default: '5' },
    only: { type: 'string', default: '' },
    url: { type: 'string', default: '' },
    width: { type: 'string', default: '1440' },
  },
})
const runs = Number(flags.runs)
const width = Number(flags.width)

const server = flags.url ? { url: flags.url, stop: async () => {} } : await startServer()
const browser = await launchBrowser()
try {
  const states = await signInAll(browser)
  const routes: Record<string, PageVisit> = {}
  const interactionMs: Record<string, number> = {}
  const failed: Record<string, string> = {}
  const yardstickMs: number[] = []
  for (const [who, paths] of Object.entries(whoSees) as [Who, readonly string[]][]) {
    const open = () => browser.newContext(states[who])
    const records = await findRecords(open)
    yardstickMs.push((await repeat(() => calibrationRun(open))).ms)
    for (const path of paths) {
      const name = `${who} ${path}`
      const address = path.replace(/:(\w+)/, (_, record: string) => records[record] ?? 'none')
      const visit = await attempt(name, failed, () => measureVisit(open, address))
      if (visit) routes[name] = visit
    }
    for (const { name, path, prepare, act, isWide } of interactions[who]) {
      if (isWide && width < 768) continue
      const full = `${who} ${name}`
      const delay = await attempt(full, failed, () =>
        measureInteraction(open, { path, prepare, act }),
      )
      if (delay) interactionMs[full] = delay.ms
    }
  }
  const slow = [
    ...Object.keys(routes).filter(
      (name) => routes[name]!.lcpMs > limits.lcpMs || routes[name]!.cls > limits.cls,
    ),
    ...Object.keys(interactionMs).filter((name) => interactionMs[name]! > limits.interactionMs),
    ...Object.keys(routes).filter(
      (name) => name.endsWith(' /') && routes[name]!.scriptBytes > limits.landingScriptBytes,
    ),
  ]
  const about = {
    benchmark: 'web',
    cores: availableParallelism(),
    runs,
    width,
    yardstickMs,
    limits,
    slow,
    failed,
  }
  console.log(JSON.stringify({ ...about, routes, interactionMs }, null, 2))
} finally {
  await browser.close()
  await server.stop()
}

async function signInAll(browser: Browser): Promise<Record<Who, BrowserContextOptions>> {
  const viewport = { width, height: 900 }
  const visitor = { baseURL: server.url, viewport }
  const member = async (email: string): Promise<BrowserContextOptions> => {
    const context = await browser.newContext(visitor)
    const page = await context.newPage()
    await page.goto('/auth')
    await page.getByLabel('E-mail').fill(email)
    await page.getByLabel('Password', { exact: true }).fill('semblance')
    await page.getByRole('button', { name: 'Sign In' }).click()
    await page.waitForURL('**/dashboard-selection')
    // Waits until the browser is stored as a member's, as for a returning user: the next page can
    // then send its first queries early.
    await page.waitForFunction(() => localStorage.getItem('semblance.reader')?.includes('member'))
    const storageState = await context.storageState()
    await context.close()
    return { ...visitor, storageState }
  }
  return {
    visitor,
    client: await member('client@sample.test'),
    vendor: await member('vendor@sample.test'),
    staff: await member('staff@sample.test'),
  }
}

/**
 * Returns the medians of a wanted measure. A failing measure is recorded in `failed` with its
 * reason and does not stop the others.
 */
async function attempt<Figures extends Record<string, number>>(
  name: string,
  failed: Record<string, string>,
  measure: () => Promise<Figures>,
): Promise<Figures | undefined> {
  if (!name.includes(flags.only)) return undefined
  try {
    return await repeat(measure)
  } catch (error) {
    failed[name] = (error as Error).message.split('\n')[0]!
    return undefined
  }
}

/** The median of each figure; the first round warms the server and is not counted. */
async function repeat<Figures extends Record<string, number>>(
  measure: () => Promise<Figures>,
): Promise<Figures> {
  await measure()
  const rounds: Figures[] = []
  for (let round = 0; round < runs; round++) rounds.push(await measure())
  const medians = Object.keys(rounds[0]!).map((name) => {
    const sorted = rounds.map((figures) => figures[name]!).toSorted((a, b) => a - b)
    return [name, sorted[Math.floor(sorted.length / 2)]!]
  })
  return Object.fromEntries(medians)
}
