/** Measures one page and one interaction for bench/web.ts. */
import type { BrowserContext, Page } from 'playwright-core'

export type PageVisit = {
  documentBytes: number
  scriptBytes: number
  cssBytes: number
  fontBytes: number
  apiBytes: number
  requests: number
  fcpMs: number
  lcpMs: number
  /** Thousandths of the layout-shift score. */
  cls: number
}

type Interaction = {
  path: string
  prepare?: (page: Page) => Promise<unknown>
  act: (page: Page) => Promise<unknown>
}

type Entry = { name: string; startTime: number; duration: number }

type Open = () => Promise<BrowserContext>

const quietMs = 400
/**
 * Waits for the work (some 200 ms) that opening a context and closing the previous one leave
 * behind, so that no page is charged for it.
 */
const restMs = 600
const giveUpMs = 15_000

/** Observes the page from within; `figuresOf` reads the result. */
function observe(): void {
  const seen = { fcpMs: 0, lcpMs: 0, cls: 0, eventMs: 0 }
  Object.assign(globalThis, { seen })
  const watch = (type: string, take: (entry: Entry) => void, more = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({
      type: type as 'measure', // Node's types know only Node's kinds
      buffered: true,
      ...more,
    })
  watch('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') seen.fcpMs = startTime
  })
  watch('largest-contentful-paint', ({ startTime }) => {
    seen.lcpMs = startTime
  })
  watch('layout-shift', (entry) => {
    const shift = entry as Entry & { value: number; hadRecentInput: boolean }
    if (!shift.hadRecentInput) seen.cls += shift.value
  })
  watch(
    'event',
    (entry) => {
      const { interactionId } = entry as Entry & { interactionId: number }
      if (interactionId) seen.eventMs = Math.max(seen.eventMs, entry.duration)
    },
    { durationThreshold: 16 },
  )
}

type Seen = { fcpMs: number; lcpMs: number; cls: number; eventMs: number }
const figuresOf = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { seen: Seen }).seen)

export async function measureVisit(open: Open, path: string): Promise<PageVisit> {
  await using context = await open()
  const page = await context.newPage()
  page.setDefaultTimeout(giveUpMs)
  await page.addInitScript(observe)
  const { bytes, settled, count } = await countBytes(context, page)
  await page.waitForTimeout(restMs)
  await page.goto(path)
  await page.waitForFunction(() => (globalThis as unknown as { seen: Seen }).seen.lcpMs > 0)
  await settled()
  const { fcpMs, lcpMs, cls } = await figuresOf(page)
  return {
    ...bytes,
    requests: count(),
    fcpMs: Math.round(fcpMs),
    lcpMs: Math.round(lcpMs),
    cls: Math.round(cls * 1000),
  }
}

/**
 * Measures the longest delay from an input to the frame that shows its effect; below 16 ms it
 * counts as 0.
 */
export async function measureInteraction(
  open: Open,
  { path, prepare, act }: Interaction,
): Promise<{ ms: number }> {
  await using context = await open()
  const page = await context.newPage()
  page.setDefaultTimeout(giveUpMs)
  await page.addInitScript(observe)
  const { settled } = await countBytes(context, page)
  await page.goto(path)
  await settled()
  await prepare?.(page)
  await page.evaluate(() => {
    ;(globalThis as unknown as { seen: Seen }).seen.eventMs = 0
  })
  await act(page)
  await settled()
  const { eventMs } = await figuresOf(page)
  return { ms: Math.round(eventMs) }
}

/**
 * Measures the present duration of a fixed small workload in this browser: shared machines are
 * twice as slow at times.
 */
export async function calibrationRun(open: Open): Promise<{ ms: number }> {
  await using context = await open()
  const page = await context.newPage()
  const ms = await page.evaluate(() => {
    const begun = performance.now()
    const words = Array.from({ length: 200_000 }, (_, index) => String(index * 7919))
    words.sort()
    return performance.now() - begun
  })
  return { ms: Math.round(ms) }
}

const kinds = {
  Document: 'documentBytes',
  Script: 'scriptBytes',
  Stylesheet: 'cssBytes',
  Font: 'fontBytes',
  Fetch: 'apiBytes',
  XHR: 'apiBytes',
} as const

/** Bytes as they came over the wire, compressed and with their headers. */
async function countBytes(context: BrowserContext, page: Page) {
  const bytes = { documentBytes: 0, scriptBytes: 0, cssBytes: 0, fontBytes: 0, apiBytes: 0 }
  const open = new Map<string, keyof typeof kinds>()
  let requests = 0
  let lastChange = Date.now()
  const cdp = await context.newCDPSession(page)
  await cdp.send('Network.enable')
  cdp.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
    if (request.url.endsWith('/api/events')) return // which never ends
    requests++
    lastChange = Date.now()
    open.set(requestId, type as keyof typeof kinds)
  })
  cdp.on('Network.loadingFailed', ({ requestId }) => open.delete(requestId))
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds[open.get(requestId) ?? 'Fetch']
    if (open.delete(requestId)) {
      lastChange = Date.now()
      if (kind) bytes[kind] += encodedDataLength
    }
  })
  const settled = async () => {
    const begun = Date.now()
    lastChange = begun
    while (open.size > 0 || Date.now() - lastChange < quietMs) {
      if (Date.now() - begun > giveUpMs) throw new Error(`${page.url()} never came to rest.`)
      await page.waitForTimeout(50)
    }
  }
  return { bytes, settled, count: () => requests }
}
