import { launchBrowser } from '../e2e/support/chromium.ts'
const base = 'http://localhost:4170'
const browser = await launchBrowser()
for (const [w, h] of [[1440, 900],[390, 844]] as const) for (const scheme of ['light','dark'] as const) {
  const context = await browser.newContext({ viewport: { width: w, height: h }, colorScheme: scheme })
  const page = await context.newPage()
  page.on('console', (m) => m.type() === 'error' && console.log(m.text()))
  await page.goto(base + '/auth')
  await page.waitForTimeout(2500)
  await page.getByRole('button', { name: 'Continue with your company' }).click()
  await page.waitForTimeout(300)
  await page.screenshot({ path: `/tmp/o1-auth-${w}-${scheme}.png`, fullPage: true })
  await page.getByLabel('E-mail', { exact: true }).fill('client@sample.test')
  await page.getByLabel('Password', { exact: true }).fill('semblance')
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await page.waitForTimeout(3500)
  await page.goto(base + '/organization-settings/single-sign-on')
  await page.waitForTimeout(3500)
  await page.screenshot({ path: `/tmp/o1-sso-${process.argv[2] ?? 'a'}-${w}-${scheme}.png`, fullPage: true })
  await context.close()
}
await browser.close()
