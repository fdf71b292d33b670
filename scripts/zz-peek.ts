import { launchBrowser } from '../e2e/support/chromium.ts'

const b = await launchBrowser()
const p = await b.newPage()
p.on('console', (m) => console.log('C', m.text()))
p.on('pageerror', (e) => console.log('E', e.message))
p.on('requestfailed', (r) => console.log('F', r.url(), r.failure()?.errorText))
await p.goto('http://localhost:4160/auth')
await p.waitForTimeout(3000)
console.log(await p.title(), (await p.locator('body').innerText()).slice(0, 300))
await b.close()
