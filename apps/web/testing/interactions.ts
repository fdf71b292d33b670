/** Performs and checks interactions that several pages share. */
import axe from 'axe-core'
import { expect } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { currentApi } from './fake-api.ts'

/** Picks an entry of one of our selects. */
export async function choose(label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

/** Types into fields by their labels. */
export async function fill(values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await page.getByLabelText(label).fill(value)
}

/** Puts the focus on an element as soon as it is there. */
export async function focusOn(target: Locator): Promise<void> {
  await expect.element(target).toBeVisible()
  target.element().focus()
  await expect.element(target).toHaveFocus()
}

/** Presses the keys that Playwright names so: `press('Control+k')`. */
export async function press(...keys: string[]): Promise<void> {
  for (const key of keys) {
    const [last, ...held] = key.split('+').reverse()
    const down = held.reverse().map((name) => `{${name}>}`)
    const up = held.map((name) => `{/${name}}`)
    await userEvent.keyboard([...down, last!.length > 1 ? `{${last}}` : last, ...up].join(''))
  }
}

/** Expects a toast by its title; its text too, where it matters. */
export async function expectToast(title: string, text = ''): Promise<void> {
  const cards = () =>
    [...document.querySelectorAll('[data-sonner-toast]')].map((card) => card.textContent)
  const shown = () => cards().find((said) => said?.includes(title) && said.includes(text))
  await expect.poll(() => shown() ?? cards()).toEqual(expect.stringContaining(title))
}

/** Closes all toasts, which may cover a control that the test presses next. */
export async function closeToasts(): Promise<void> {
  const buttons = page.getByRole('button', { name: 'Dismiss' })
  for (const button of buttons.elements()) (button as HTMLElement).click()
  await expect.poll(() => buttons.elements().length).toBe(0)
}

/** Expects a toast that says why an action failed; closes it once the page has read again how things stand. */
export async function expectProblem(title: string, text: string): Promise<void> {
  await expectToast(title, text)
  await settled()
  await closeToasts()
}

/** Expects the field to be marked as wrong and to say why, next to itself and not only in a notice. */
export async function expectRefusal(field: Locator, message: string | RegExp): Promise<void> {
  await expect.poll(() => refusal(field.element())).toMatch(message)
}

function refusal(field: Element): string {
  if (field.getAttribute('aria-invalid') !== 'true') return ''
  const notes = field.getAttribute('aria-describedby')?.split(' ') ?? []
  return notes.map((id) => document.getElementById(id)?.textContent).join(' ')
}

/** Expects the router to have arrived at an address: path and query, or a pattern of both. */
export async function expectAddress(address: string | RegExp): Promise<void> {
  const here = expect.poll(() => location.pathname + location.search)
  await (typeof address === 'string' ? here.toBe(address) : here.toMatch(address))
}

export const expectHeading = async (name: string | RegExp) =>
  await expect.element(page.getByRole('heading', { level: 1, name })).toBeVisible()

const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Returns what axe finds in the page as it stands. */
export async function axeFaults(): Promise<string[]> {
  await faded()
  const { violations } = await axe.run(document, { runOnly: wcag, resultTypes: ['violations'] })
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' ')}`,
  )
}

/** Waits until transitions end: axe would measure the contrast of a color halfway. */
async function faded(): Promise<void> {
  const ends = document
    .getAnimations()
    .filter((animation) => animation.effect?.getComputedTiming().endTime !== Infinity)
    .map((animation) => animation.finished)
  await Promise.allSettled(ends)
}

/** Waits until every question of the page is answered and drawn; held answers do not count. */
export async function settled(): Promise<void> {
  for (let quiet = 0; quiet < 3; quiet = currentApi()?.waiting ? 0 : quiet + 1)
    await new Promise((resolve) => setTimeout(resolve, 20))
}

export type Download = { name: string; text: () => Promise<string> }

const downloads: { name: string; href: string }[] = []

/** Keeps the browser from saving files: what a link with `download` names is remembered instead. */
export function catchDownloads(): void {
  document.addEventListener('click', keep, true)
  const { click } = HTMLAnchorElement.prototype
  HTMLAnchorElement.prototype.click = function () {
    if (this.hasAttribute('download') && !this.isConnected)
      downloads.push({ name: this.download, href: this.href })
    else click.call(this)
  }
}

function keep(event: MouseEvent): void {
  const link =
    event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a[download]')
  if (!link) return
  event.preventDefault()
  downloads.push({ name: link.download, href: link.href })
}

/** Returns the file that comes of an action. */
export async function downloadBy(act: () => Promise<unknown>): Promise<Download> {
  downloads.length = 0
  await act()
  await expect.poll(() => downloads.length, { message: 'a download begins' }).toBeGreaterThan(0)
  const { name, href } = downloads[0]!
  return {
    name,
    text: async () =>
      new TextDecoder('utf-8', { ignoreBOM: true }).decode(await (await fetch(href)).arrayBuffer()),
  }
}

/** Expects an action, and all that comes of it, to save no file. */
export async function expectNoDownload(act: () => Promise<unknown>): Promise<void> {
  downloads.length = 0
  await act()
  await settled()
  expect(downloads).toEqual([])
}
