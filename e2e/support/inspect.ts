/** Looks at a page as it stands, wide and narrow, in light and in dark, and says what is wrong with it. */
import { createHash } from 'node:crypto'
import axe from 'axe-core'
import type { Page } from 'playwright-core'
import type { Person } from './browser.ts'

const arrivalLimitMs = 30_000
type Viewport = { scheme: 'light' | 'dark'; width: number }
const home: Viewport = { scheme: 'light', width: 1440 }
const narrow: Viewport = { scheme: 'dark', width: 390 }
const viewports: Viewport[] = [
  home,
  narrow,
  { scheme: 'dark', width: 1440 },
  { scheme: 'light', width: 390 },
]
/** Inspects a further state of a page that the crawl inspects in full. */
export const defaultViewport = [narrow]
const narrowest: Viewport = { scheme: 'light', width: 360 }

const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
type Scope = { include: string[] } | { exclude: string[] }

/** Stores the shapes that were evaluated already, for all users. A shape with a fault is evaluated again. */
const judged = new Set<string>()

/**
 * Returns every fault of the open page: axe, overflow, its one h1, its title. The page must have
 * its initial theme and width, and keeps them.
 */
export async function inspect(person: Person, among = viewports): Promise<string[]> {
  await person.settled()
  const { page } = person
  const faults = await lastingFaults(page)
  const newParts = (await page.evaluate(shapes)).filter(({ shape }) => !judged.has(keyOf(shape)))
  for (const { shape } of newParts) judged.add(keyOf(shape))
  if (newParts.length === 0) return faults
  const scope = newParts.length === 1 ? newParts[0]!.scope : undefined
  for (const look of among) {
    await show(page, look)
    const found = await axeFaults(page, scope)
    found.push(...(await page.evaluate(overflow)), ...(await page.evaluate(theme, look.scheme)))
    faults.push(...found.map((fault) => `${fault} [${look.scheme}, ${look.width} px]`))
  }
  await show(page, narrowest)
  faults.push(...(await page.evaluate(overflow)))
  await show(page, home)
  if (faults.length > 0) for (const { shape } of newParts) judged.delete(keyOf(shape))
  return faults
}

async function show(page: Page, { scheme, width }: Viewport): Promise<void> {
  await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
  await page.setViewportSize({ width, height: 900 })
  await page.evaluate(untilStill)
}

const keyOf = (shape: string) => createHash('sha1').update(shape).digest('base64')

/** Returns the violations that axe finds in the page's present state. */
export async function axeFaults(page: Page, scope?: Scope): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  return await page.evaluate(
    async ({ scope, runOnly }) => {
      const options = { runOnly, resultTypes: ['violations' as const], iframes: false }
      const runner = (globalThis as unknown as { axe: typeof axe }).axe
      const { violations } = await runner.run(scope ?? document, options)
      return violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' ')}`,
      )
    },
    { scope, runOnly: wcag },
  )
}

/**
 * Returns the structure of main and of its surroundings: every kind of element once, regardless of
 * its text.
 */
function shapes() {
  const free =
    /^(aria-(controls|describedby|label|labelledby|valuenow|valuetext)|alt|for|href|id|name|placeholder|src|style|title|value)$/
  const drawn = /^(class|role|aria-hidden)$/
  const main = document.querySelector('main')
  const shapeOf = (element: Element): string => {
    const attributes = [...element.attributes]
      .filter(({ name }) => !(element instanceof SVGElement) || drawn.test(name))
      .filter(({ name }) => !name.startsWith('data-'))
      .map(({ name, value }) => (free.test(name) ? `${name} ${value !== ''}` : `${name}=${value}`))
    const says = [...element.childNodes].some((node) => node instanceof Text && node.data.trim())
    const children = [...element.children].filter((child) => child !== main).map(shapeOf)
    return `<${element.tagName} ${attributes} ${says}>${[...new Set(children)].join('')}</>`
  }
  const around = shapeOf(document.body)
  return [
    { shape: around, scope: { exclude: ['main'] } },
    // With the surface it stands on.
    { shape: around.slice(0, 200) + (main ? shapeOf(main) : ''), scope: { include: ['main'] } },
  ]
}

/** Returns what is missing from the open page: its title, one h1, all that it loads. It may still be on its way. */
export async function lastingFaults(page: Page): Promise<string[]> {
  const giveUpAt = Date.now() + arrivalLimitMs
  for (;;) {
    const faults = await page.evaluate(faultsOfDocument)
    if (faults.length === 0 || Date.now() > giveUpAt) return faults
    await page.waitForTimeout(50)
  }
}

function faultsOfDocument() {
  const faults: string[] = []
  if (document.querySelector('.animate-pulse')) faults.push('a skeleton stays')
  const titles = document.querySelectorAll('h1').length
  if (titles !== 1) faults.push(`${titles} h1`)
  if (!/\S.*Semblance|Semblance.*\S/.test(document.title))
    faults.push(`the document's title is "${document.title}"`)
  const again = [...document.querySelectorAll('button')].some(
    ({ textContent }) => textContent === 'Try again',
  )
  if (again) faults.push('something did not load')
  return faults
}

function theme(scheme: string) {
  const isDark = document.documentElement.classList.contains('dark')
  return isDark === (scheme === 'dark') ? [] : ["does not follow the system's theme"]
}

function overflow() {
  const { scrollWidth } = document.documentElement
  return scrollWidth > innerWidth
    ? [`${scrollWidth - innerWidth} px too wide for ${innerWidth}`]
    : []
}

/** Colors that are inherited change one frame later on each level. */
async function untilStill() {
  const isMoving = () => document.getAnimations().some(({ playState }) => playState === 'running')
  for (let still = 0, frame = 0; still < 3 && frame < 60; frame += 1) {
    await new Promise(requestAnimationFrame)
    still = isMoving() ? 0 : still + 1
  }
}
