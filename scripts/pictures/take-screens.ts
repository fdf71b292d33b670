/** Takes every screen in four looks: wide and on a phone, light and dark. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { apiAs, tokenOf } from '../../e2e/support/deal-fixtures.ts'
import { fillSignIn } from '../../e2e/support/steps.ts'
import { type Apis, type Screen, screens, type Who } from './screens.ts'

const password = 'semblance'
const people = {
  client: 'client@sample.test',
  administrator: 'admin@sample.test',
  vendor: 'vendor@sample.test',
  staff: 'staff@sample.test',
} as const satisfies Record<Exclude<Who, 'visitor'>, string>

const widths = { 1440: { width: 1440, height: 900 }, 390: { width: 390, height: 844 } } as const
type Width = keyof typeof widths
const looks = ([1440, 390] as const).flatMap((width) =>
  (['light', 'dark'] as const).map((scheme) => ({ width, scheme })),
)
/** The page holds an open stream, so its network never rests. */
const SETTLE_MS = 900

type TakeScreens = {
  url: string
  browser: Browser
  /** Names the directory of the pictures, NAME-WIDTH.png and NAME-WIDTH-dark.png. */
  dir: string
  /** Parts of the names to take, with commas between them; all without it. */
  only?: string
}

/** Takes the screens, and says on the console what was taken and what the samples lack. */
export async function takeScreens({ url, browser, dir, only = '' }: TakeScreens): Promise<void> {
  mkdirSync(dir, { recursive: true })
  const apis = Object.fromEntries(
    await Promise.all(
      Object.entries(people).map(async ([who, email]) => [
        who,
        apiAs(url, await tokenOf(url, { email, password })),
      ]),
    ),
  ) as Apis
  const wanted = screens.filter(({ name }) => only.split(',').some((part) => name.includes(part)))
  for (const who of new Set(wanted.map((one) => one.who))) {
    const context = await contextOf(url, browser, who)
    for (const one of wanted.filter((each) => each.who === who)) {
      const path = typeof one.path === 'string' ? one.path : await one.path(apis)
      if (path === null) console.log(`${one.name}: the samples have no such record`)
      else await takeScreen(context, dir, one, path)
    }
    await context.close()
  }
}

async function contextOf(url: string, browser: Browser, who: Who): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: widths[1440],
    reducedMotion: 'reduce',
  })
  if (who === 'visitor') return context
  const page = await context.newPage()
  await page.goto('/auth')
  await fillSignIn(page, { email: people[who], password })
  await page.waitForURL((address) => address.pathname !== '/auth')
  await page.close()
  return context
}

async function takeScreen(
  context: BrowserContext,
  dir: string,
  { name, act }: Screen,
  path: string,
): Promise<void> {
  const page = await context.newPage()
  try {
    for (const { width, scheme } of looks) {
      await page.setViewportSize(widths[width])
      await page.emulateMedia({ colorScheme: scheme })
      await page.goto(path)
      await page.getByRole('heading').first().waitFor()
      await page.waitForTimeout(SETTLE_MS)
      await act?.(page)
      if (act) await page.waitForTimeout(SETTLE_MS)
      await takeWhole(
        page,
        join(dir, `${name}-${width}${scheme === 'dark' ? '-dark' : ''}.png`),
        width,
      )
    }
    console.log(name)
  } catch (error) {
    console.log(`${name}: ${(error as Error).message.split('\n')[0]}`)
  } finally {
    await page.close()
  }
}

/** Takes the whole page by a window as tall as it, so that bars at its foot are where they belong. */
async function takeWhole(page: Page, path: string, width: Width): Promise<void> {
  const height = await page.evaluate<number>('document.documentElement.scrollHeight')
  await page.setViewportSize({ width, height: Math.max(height, widths[width].height) })
  await page.screenshot({ path })
}
