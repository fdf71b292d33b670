import { launchBrowser } from '../e2e/support/chromium.ts'
const path = process.argv[2]!
const browser = await launchBrowser()
for (let run = 0; run < 6; run += 1) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await page.addInitScript(() => {
    const out: unknown[] = []
    Object.assign(globalThis, { out })
    const w = (type: string, f: (e: any) => unknown) => new PerformanceObserver((l) => l.getEntries().forEach((e) => out.push(f(e)))).observe({ type, buffered: true } as never)
    w('paint', (e) => `${e.name} ${Math.round(e.startTime)}`)
    w('largest-contentful-paint', (e) => `lcp ${Math.round(e.startTime)} ${e.size} ${e.element?.tagName} ${e.element?.textContent.slice(0, 40)}`)
    w('longtask', (e) => `long ${Math.round(e.startTime)}+${Math.round(e.duration)}`)
    w('resource', (e) => /rpc|openapi|reference|settings|viewer/.test(e.name) ? `res ${e.name.split('/').slice(3).join('/').slice(0, 60)} ${Math.round(e.startTime)}-${Math.round(e.responseEnd)}` : '')
    w('navigation', (e) => `nav resp ${Math.round(e.responseEnd)} dcl ${Math.round(e.domContentLoadedEventEnd)}`)
  })
  await page.waitForTimeout(600)
  await page.goto('http://localhost:4199' + path)
  await page.waitForTimeout(2500)
  const out = (await page.evaluate(() => (globalThis as any).out)) as string[]
  console.log(out.filter(Boolean).join(' | '))
  await context.close()
}
await browser.close()
