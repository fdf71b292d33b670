/** Tests that one party's actions show in every tab of the other, over one stream per browser. */
import type { BrowserContext, Page, Request } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { type Person, usePeople } from './support/browser.ts'
import { type Member, newMember, postDpr, sendOffer } from './support/deal-fixtures.ts'
import { signIn } from './support/steps.ts'

const people = usePeople()
const url = inject('url')

let client: Member
let person: Person
people.begin(async () => {
  client = await newMember(url, 'client')
  person = await people.newPerson()
})

/** The event streams of a browser: how many are open, and from where each began to read. */
function watchStreams(context: BrowserContext) {
  const requests = new Set<Request>()
  const begun: (string | undefined)[] = []
  context.on('request', (request) => {
    if (!request.url().endsWith('/api/events')) return
    requests.add(request)
    begun.push(request.headers()['last-event-id'])
  })
  const isOver = (request: Request) => requests.delete(request)
  context.on('requestfinished', isOver)
  context.on('requestfailed', isOver)
  // A closed page says nothing of its requests any more.
  const open = () => [...requests].filter((request) => !request.frame().page().isClosed()).length
  return { open, begun }
}

const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ })
const unread = (page: Page) => bell(page).getAttribute('aria-label')

async function expectUnread(pages: Page[], label: string) {
  for (const page of pages) await expect.poll(() => unread(page)).toBe(label)
}

test('an offer shows in both tabs of the client, which share one stream and hand it on', async () => {
  const { context, page } = person
  const streams = watchStreams(context)
  const expectBegun = (count: number) => expect.poll(() => streams.begun.length).toBe(count)
  await signIn(person, client)
  await expectBegun(1)
  const title = `Live request ${Date.now().toString(36)}`
  const dprId = await postDpr(client, title)
  await page.goto('/client-dashboard')
  await expectBegun(2) // so that this tab is the one that reads
  const other = await context.newPage()
  await other.goto(`/vendor-offers/${dprId}`)
  await other.getByRole('heading', { level: 1 }).waitFor()
  await expectUnread([page, other], 'Notifications')
  await expect.poll(streams.open).toBe(1)

  const vendors = await Promise.all([newMember(url, 'vendor'), newMember(url, 'vendor')])
  await sendOffer(vendors[0], dprId)
  await expectUnread([page, other], 'Notifications, 1 unread')
  await other.getByText(vendors[0].company).first().waitFor()
  await expect.poll(streams.open).toBe(1)

  await bell(page).click()
  await page.getByRole('button', { name: 'Mark all read' }).click()
  await expectUnread([page, other], 'Notifications')

  await page.close()
  await expectBegun(3)
  expect(streams.begun.at(-1)).toMatch(/^\d+-\d+$/)
  await sendOffer(vendors[1], dprId)
  await expectUnread([other], 'Notifications, 1 unread')
  await other.getByText(vendors[1].company).first().waitFor()
  await expect.poll(streams.open).toBe(1)
  people.expectNoConsoleErrors()
})
