/**
 * Replaces `click` and `fill` of locators: the page itself waits until an element is visible, enabled and still,
 * and the browser dispatches the events. The provider does the same over many calls, at several times the cost.
 */
import type {} from '@vitest/browser-playwright'
import { cdp, type Locator, locators, page } from 'vitest/browser'
import { patienceMs } from './patience.ts'

const pauseMs = 20
/** Limits presses that reach their target without a click, which some controls do without. */
const triesToClick = 3
/** Lists where tries scroll their target to: a bar may cover it at one place. */
const places = ['nearest', 'center', 'start', 'end'] as const

/** Lists the events of a press, in this order. */
const pressing = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click']

type Point = { x: number; y: number }
type Aim = Point & { target: Element }

const fillAsProvider = page.getByRole('main').fill

/**
 * Presses the left button above the element, again if the page had moved it away by then, and gives the page
 * two frames for what follows.
 */
async function click(this: Locator): Promise<void> {
  const giveUpAt = Date.now() + patienceMs
  for (let unclicked = 0; ; ) {
    const reached = await press(await pointWithin(this))
    if (reached === 'press') unclicked += 1
    if (reached === 'click' || unclicked === triesToClick) break
    if (Date.now() > giveUpAt) throw new Error(`${this.asLocator()} moves away from each press`)
  }
  for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame)
}

/** Selects controls that act before the click, which their act may keep from them. */
const actsEarly = '[aria-haspopup], [role=combobox], [role=option], [role^=menuitem], [role=tab]'

/**
 * Returns how far the press reached its target while that was enabled; keeps it from anything else. The page may
 * move the target between press and release: then there is no click.
 */
async function press({ target, x, y }: Aim): Promise<'click' | 'press' | 'nothing'> {
  const at = onScreen({ x, y })
  const button = { ...at, button: 'left', clickCount: 1 } as const
  let isHit: boolean | undefined
  let isClicked = false
  const guard = (event: Event) => {
    const isWithin = target.contains(event.target as Node)
    isHit ??= isWithin && isUsable(target)
    isClicked ||= isWithin && event.type === 'click'
    if (isHit) return
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  for (const type of pressing) addEventListener(type, guard, true)
  await Promise.all([
    cdp().send('Input.dispatchMouseEvent', { type: 'mouseMoved', ...at }),
    cdp().send('Input.dispatchMouseEvent', { type: 'mousePressed', ...button }),
    cdp().send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...button }),
  ])
  for (const type of pressing) removeEventListener(type, guard, true)
  if (!isHit) return 'nothing'
  return isClicked || !target.isConnected || target.matches(actsEarly) ? 'click' : 'press'
}

/** Types over the text of a field; the provider fills the other ones, such as dates. */
async function fill(this: Locator, text: string): Promise<void> {
  const field = await ready(this, async (element) => {
    if (!isText(element)) return element
    if (element.readOnly) return 'it is read-only'
    element.focus()
    element.select()
    return document.activeElement === element ? element : 'it takes no focus'
  })
  if (!isText(field)) return await fillAsProvider.call(this, text)
  if (text === '' && field.value === '') return
  const command = text === '' ? 'delete' : 'insertText'
  if (document.activeElement !== field || !document.execCommand(command, false, text))
    throw new Error(`${this.asLocator()} takes no text`)
}

const typed = /^(email|number|password|search|tel|text|url)$/
const isText = (element: Element): element is HTMLInputElement | HTMLTextAreaElement =>
  element instanceof HTMLTextAreaElement ||
  (element instanceof HTMLInputElement && typed.test(element.type))

/** Waits until the element is still and uncovered. Returns its middle, and the control that a press there reaches. */
const pointWithin = (locator: Locator) =>
  ready(locator, async (element, tries) => {
    if (tries > 0 || !isInView(element))
      element.scrollIntoView({ block: places[tries % places.length], behavior: 'instant' })
    const before = middleOf(element)
    await new Promise(requestAnimationFrame)
    const { x, y } = middleOf(element)
    if (x !== before.x || y !== before.y) return 'it moves'
    const hit = document.elementFromPoint(x, y)
    const target = element.closest('a, button, [role=button], [role=link]') ?? element
    return target.contains(hit) ? { target, x, y } : `${hit?.outerHTML.slice(0, 200)} covers it`
  })

function isInView(element: Element): boolean {
  const { top, left, bottom, right } = element.getBoundingClientRect()
  return top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth
}

/** Returns the middle of the element's first box, as text may run over several lines. */
function middleOf(element: Element): Point {
  const { x, y, width, height } = element.getClientRects()[0] ?? new DOMRect()
  return { x: x + width / 2, y: y + height / 2 }
}

/** Waits until the element is visible and enabled, and `look` returns an answer instead of a reason to wait. */
async function ready<Answer extends object>(
  locator: Locator,
  look: (element: Element, tries: number) => Promise<Answer | string>,
): Promise<Answer> {
  const giveUpAt = Date.now() + patienceMs
  for (let tries = 0; ; tries += 1) {
    const element = await locator.findElement({ timeout: giveUpAt - Date.now() })
    const answer = isUsable(element) ? await look(element, tries) : 'it is hidden or disabled'
    if (typeof answer !== 'string') return answer
    if (Date.now() > giveUpAt) throw new Error(`${locator.asLocator()} cannot be used: ${answer}`)
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}

const isUsable = (element: Element) =>
  element.checkVisibility({ visibilityProperty: true }) &&
  hasSize(element.getBoundingClientRect()) &&
  !element.matches(':disabled') &&
  !element.closest('[aria-disabled=true]')

const hasSize = ({ width, height }: DOMRect) => width > 0 && height > 0

/** Converts a point of the page to one of the window around its frame, which may be scaled. */
function onScreen({ x, y }: Point): Point {
  const frame = frameElement!.getBoundingClientRect()
  const scale = frame.width / innerWidth
  return { x: frame.left + x * scale, y: frame.top + y * scale }
}

/** Replaces both for all locators. */
export const installPointer = () =>
  locators.extend({ click, fill } as Parameters<typeof locators.extend>[0])
