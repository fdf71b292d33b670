/**
 * What pages weigh and how fast they answer: every route as visitor, client, vendor and staff, in Chromium with an
 * empty cache, on a production build with sample data. Prints one JSON object; times are medians of `--runs`.
 * `yardstickMs` is how long the same small work took before each person's visits: times of two runs compare as these do.
 * `slow` names what misses a target, `failed` what could not be measured and why.
 * `node bench/web.ts --runs 3 --only client` takes the measures with that in their name ("client /manage-dprs",
 * "vendor types into search"); `--url http://localhost:3000` asks a server that runs already; `--width 390` looks as a
 * phone does, without the interactions that only a wide page has.
 */
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import type { Browser, BrowserContextOptions } from 'playwright-core'
import { launchBrowser } from '../e2e/chromium.ts'
import { startServer } from '../e2e/server.ts'
import { measureInteraction, measureVisit, type Visit, yardstick } from './web-measures.ts'
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
  const routes: Record<string, Visit> = {}
  const interactionMs: Record<string, number> = {}
  const failed: Record<string, string> = {}
  const yardstickMs: number[] = []
  for (const [who, paths] of Object.entries(whoSees) as [Who, readonly string[]][]) {
    const open = () => browser.newContext(states[who])
    const records = await findRecords(open)
    yardstickMs.push((await repeat(() => yardstick(open))).ms)
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
    // As for anybody who has been here before, the next page knows what it may ask early.
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

/** The medians of a wanted measure; one that fails is told with its reason and does not stop the others. */
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
