/** What a vendor does between a wish for work and an offer that waits for its answer. */
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { describe, expect, inject } from 'vitest'
import { type Person, usePeople } from './browser.ts'
import { readMail } from './mailbox.ts'
import { choose, downloadBy, signIn, toast } from './steps.ts'
import { type Member, newestNotice, newMember, postDpr, sendOffer } from './trade.ts'

const people = usePeople()
const url = inject('url')
/** In the title of every request of this story, and of no other. */
let word: string
const titleOf = (what: string) => `${word} ${what}`

let buyer: Member
let supplier: Member
let vendor: Person
/** Requests of this story by what they ask for. */
const requests: Record<string, string> = {}

people.begin(async () => {
  word = `Zephyr${Date.now().toString(36)}`
  ;[buyer, supplier] = [await newMember(url, 'client'), await newMember(url, 'vendor')]
  vendor = await people.newPerson()
  await signIn(vendor, supplier)
})

describe('a vendor looks for work', () => {
  const chapter = people.story()

  chapter('a saved search tells of the next request that matches, by e-mail too', async () => {
    const { page } = vendor
    await page.goto('/marketplace')
    await page.getByRole('searchbox', { name: 'Search DPRs' }).fill(word)
    await page.waitForURL(`**search=${word}`)
    await page.getByRole('button', { name: 'Save search' }).click()
    const dialog = page.getByRole('dialog', { name: 'Save this search' })
    await expect.poll(() => dialog.getByLabel('Name').inputValue()).toBe(word)
    await dialog.getByLabel('Name').fill('Port traffic')
    await dialog.getByRole('button', { name: 'Save search' }).click()
    await toast(page, 'Search saved', 'You will hear of new DPRs for “Port traffic”.').waitFor()
    await postAll()
    const mail = await readMail(url, supplier.email, /New DPR for your saved search/)
    expect(mail.text).toContain(word)
    expect(mail.text).toContain('Port traffic')
    await page.goto('/vendor-dashboard')
    await page.getByRole('button', { name: /^Notifications/ }).click()
    await page.getByText('New DPR for your saved search').first().waitFor()
    people.expectNoComplaints()
  })

  chapter('the saved search is run from its list', async () => {
    const { page } = vendor
    await page.goto('/marketplace')
    await page.getByRole('button', { name: 'Saved searches' }).click()
    await page.getByRole('dialog').getByRole('link', { name: 'Port traffic' }).click()
    await page.waitForURL(`**search=${word}`)
    await expect.poll(() => titles(page)).toHaveLength(5)
    people.expectNoComplaints()
  })

  chapter(
    'words of a description find a request, unfinished and without what is not wanted',
    async () => {
      const { page } = vendor
      await page.goto('/marketplace')
      const search = page.getByRole('searchbox', { name: 'Search DPRs' })
      await search.fill(`${word} quays`)
      await expect.poll(() => titles(page)).toEqual([titleOf('berths')])
      await search.fill(`${word} -quayside`)
      const others = ['tides', 'pilots', 'tugs', 'cranes'].map(titleOf)
      await expect.poll(async () => (await titles(page)).sort()).toEqual(others.sort())
      await search.fill(`${word} nothing of the kind`)
      await expect.poll(() => titles(page)).toEqual([])
      people.expectNoComplaints()
    },
  )

  chapter('the category narrows what is found', async () => {
    const { page } = vendor
    await page.goto(`/marketplace?search=${word}`)
    await page.getByRole('radio', { name: /^IoT/ }).click()
    await page.waitForURL('**category=iot')
    await expect.poll(() => titles(page)).toEqual([titleOf('tides')])
    people.expectNoComplaints()
  })

  for (const [label, sort, order] of [
    ['Newest', 'newest', ['tides', 'pilots', 'tugs', 'cranes', 'berths']],
    ['Budget, high to low', 'budget-high', ['berths', 'cranes', 'tugs', 'pilots', 'tides']],
    ['Budget, low to high', 'budget-low', ['tides', 'pilots', 'tugs', 'cranes', 'berths']],
    ['Deadline', 'deadline', ['tugs', 'tides', 'cranes', 'berths', 'pilots']],
    ['Offers', 'offers', ['pilots', 'tides', 'tugs', 'cranes', 'berths']],
  ] as const)
    chapter(`sorted by ${label}, the order is in the address and survives a reload`, async () => {
      const { page } = vendor
      const other = sort === 'deadline' ? 'offers' : 'deadline'
      await page.goto(`/marketplace?search=${word}&sort=${other}`)
      await choose(page, 'Sort', label)
      await expect.poll(() => titles(page)).toEqual(order.map(titleOf))
      await expect.poll(() => asked(page).get('sort') ?? 'newest').toBe(sort)
      await page.reload()
      await expect.poll(() => titles(page)).toEqual(order.map(titleOf))
      people.expectNoComplaints()
    })

  chapter('every card wears the one label whose rule holds', async () => {
    const { page } = vendor
    await page.goto(`/marketplace?search=${word}`)
    for (const [what, label] of [
      ['berths', 'High Value'],
      ['cranes', 'Premium'],
      ['tugs', 'Urgent'],
      ['tides', 'New'],
    ] as const)
      await card(page, titleOf(what))
        .getByRole('button', { name: new RegExp(`^${label} ?:`) })
        .waitFor()
    people.expectNoComplaints()
  })

  chapter('more requests load below, and the address keeps how many', async () => {
    const { page } = vendor
    // Of their own: the whole marketplace moves on while others post.
    const other = word.replace('Zephyr', 'Sirocco')
    const many = Array.from({ length: 13 }, (_, index) => `${other} ${index + 1}`)
    for (const title of many) await postDpr(buyer, title, { closesInDays: 30 })
    const newest = many.reverse()
    await page.goto(`/marketplace?search=${other}`)
    await expect.poll(() => titles(page)).toEqual(newest.slice(0, 6))
    await page.getByRole('button', { name: 'Load More DPRs' }).click()
    await page.waitForURL('**shown=12')
    await expect.poll(() => titles(page)).toEqual(newest.slice(0, 12))
    await page.reload()
    await expect.poll(() => titles(page)).toEqual(newest.slice(0, 12))
    people.expectNoComplaints()
  })

  chapter(
    'the filters of the dashboard work together, and say so when nothing is left',
    async () => {
      const { page } = vendor
      await page.goto('/vendor-dashboard')
      const panel = page.getByRole('region', { name: 'Featured DPRs' })
      const rows = () => panel.getByRole('link', { name: new RegExp(`^${word}`) }).allTextContents()
      await panel.getByRole('searchbox', { name: 'Search DPRs' }).fill(word)
      await expect.poll(async () => (await rows()).length).toBe(5)
      await panel.getByRole('checkbox', { name: /^\$25K/ }).click()
      await expect.poll(rows).toEqual([titleOf('tugs')])
      await panel.getByRole('checkbox', { name: /^Urgent/ }).click()
      await expect.poll(rows).toEqual([titleOf('tugs')])
      await panel.getByRole('checkbox', { name: /^Healthcare/ }).click()
      await panel.getByText('No DPRs match your current filters.').waitFor()
      await expect.poll(() => asked(page).get('industry')).toBe('healthcare')
      await panel.getByRole('button', { name: 'Clear filters' }).last().click()
      await expect.poll(() => new URL(page.url()).search).toBe('')
      // The second before the page has drawn the first.
      const urgent = await panel.getByRole('checkbox', { name: /^Urgent/ }).elementHandle()
      await panel
        .getByRole('checkbox', { name: /^Healthcare/ })
        .evaluate(async (healthcare: HTMLElement, other) => {
          ;(other as HTMLElement).click()
          for (let turn = 0; turn < 100; turn++) await null
          healthcare.click()
        }, urgent)
      await expect.poll(() => asked(page).get('industry')).toBe('healthcare')
      expect(asked(page).get('timeline')).toBe('urgent')
      people.expectNoComplaints()
    },
  )
})

describe('a vendor makes an offer', () => {
  let offerId: string
  const chapter = people.story()

  chapter('a question is asked in the marketplace, and its answer arrives there', async () => {
    const { page } = vendor
    await page.goto(`/marketplace?search=${word}`)
    await page.getByRole('button', { name: `View Details of ${titleOf('pilots')}` }).click()
    const dialog = page.getByRole('dialog', { name: titleOf('pilots') })
    await dialog.getByLabel('Your question').fill('Are night shifts marked?')
    await dialog.getByRole('button', { name: 'Ask Question' }).click()
    await toast(page, 'Question Sent').waitFor()
    await dialog.getByText('Not answered yet.').waitFor()
    const { items } = await buyer.api.dprs.questions({ dprId: requests.pilots! })
    await buyer.api.dprs.answer({ questionId: items[0]!.id, answer: 'Yes, in a column.' })
    await dialog.getByText('Yes, in a column.').waitFor()
    people.expectNoComplaints()
  })

  chapter('the offer is sent, and three within three days make the request hot', async () => {
    const { page } = vendor
    await page.goto(`/marketplace?search=${word}`)
    await page.getByRole('link', { name: `Submit Offer on ${titleOf('pilots')}` }).click()
    await page.getByLabel(/Offer amount/).fill('26,000')
    await page.getByLabel('Timeline (days)').fill('10')
    await page.getByLabel('Data description').fill('Pilot logs of nine ports.')
    await page.getByText('$2,000 above the client').waitFor()
    await page.getByRole('checkbox', { name: /I accept the terms/ }).click()
    await page.getByRole('button', { name: 'Submit Offer' }).click()
    await toast(page, 'Offer Submitted Successfully').waitFor()
    await page.waitForURL('**/vendor-dashboard')
    await page.goto(`/marketplace?search=${word}`)
    const pilots = card(page, titleOf('pilots'))
    await pilots.getByRole('button', { name: /^Hot ?:/ }).waitFor()
    await pilots.getByRole('link', { name: 'Offer sent' }).waitFor()
    const { items } = await supplier.api.offers.listSent({ limit: 1 })
    offerId = items[0]!.id
    people.expectNoComplaints()
  })

  chapter('it is edited: in weeks, with deliverables of which one always stays', async () => {
    const { page } = vendor
    await page.goto('/vendor-my-offers')
    await page.getByRole('link', { name: 'View Details' }).first().click()
    await page.getByRole('link', { name: 'Edit Offer' }).click()
    await page.waitForURL(`**/edit-offer/${offerId}`)
    await page.getByLabel('Timeline', { exact: true }).fill('2')
    await choose(page, 'Timeline unit', 'Weeks')
    expect(await page.getByRole('button', { name: /^Remove deliverable/ }).count()).toBe(0)
    await page.getByRole('button', { name: 'Add Deliverable' }).click()
    await page.getByRole('textbox', { name: 'Deliverable 2' }).fill('Data dictionary')
    await page.getByRole('button', { name: 'Remove deliverable 1' }).click()
    const left = page.getByRole('textbox', { name: 'Deliverable 1' })
    await expect.poll(() => left.inputValue()).toBe('Data dictionary')
    expect(await page.getByRole('button', { name: /^Remove deliverable/ }).count()).toBe(0)
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await toast(
      page,
      'Offer Updated',
      'Your offer has been successfully updated and resubmitted for review.',
    ).waitFor()
    await page.waitForURL(`**/offer-details/${offerId}`)
    await page.getByText('Revision 2 by you').waitFor()
    const offer = await supplier.api.offers.getSent({ offerId })
    expect(offer).toMatchObject({ timelineDays: 14, deliverables: ['Data dictionary'] })
    people.expectNoComplaints()
  })

  chapter("the client's look at it is counted in the weekly performance", async () => {
    const { page } = vendor
    await page.goto('/vendor-dashboard')
    const week = page.getByRole('region', { name: 'Weekly Performance' })
    const figure = (term: string) =>
      week
        .locator('dl > div')
        .filter({ has: page.getByText(term, { exact: true }) })
        .locator('.figure')
        .textContent()
    await expect.poll(() => figure('Offer views')).toBe('0')
    await expect.poll(() => figure('Offers sent')).toBe('1')
    await buyer.api.offers.listReceived({ dprId: requests.pilots! })
    await page.reload()
    await expect.poll(() => figure('Offer views')).toBe('1')
    people.expectNoComplaints()
  })

  chapter('the proposal comes as a PDF', async () => {
    const { page } = vendor
    await page.goto(`/offer-details/${offerId}`)
    const download = await downloadBy(page, () =>
      page.getByRole('button', { name: 'Download Proposal' }).click(),
    )
    expect(download.suggestedFilename()).toBe(`${offerId}-proposal.pdf`)
    expect(readFileSync(await download.path()).toString('latin1')).toMatch(
      /^%PDF-1\.\d.*%%EOF\s*$/s,
    )
    people.expectNoComplaints()
  })

  chapter('an offer that was a mistake is withdrawn, and the client is told', async () => {
    const { page } = vendor
    const mistake = await sendOffer(supplier, requests.tides!)
    await page.goto(`/offer-details/${mistake}`)
    await page.getByRole('button', { name: 'Withdraw Offer' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw Offer' }).click()
    await toast(page, 'Offer Withdrawn').waitFor()
    await page.getByText('Withdrawn by you').waitFor()
    await expect.poll(() => newestNotice(buyer)).toBe('Offer withdrawn')
    await expect(buyer.api.offers.accept({ offerId: mistake, revision: 1 })).rejects.toMatchObject({
      code: 'offer_decided',
    })
    await page.goto(`/submit-offer/${requests.tides}`)
    await page.getByRole('button', { name: 'Submit Offer' }).waitFor()
    people.expectNoComplaints()
  })
})

/** Each differs from the others in what one of the sorts, filters or labels looks at. */
async function postAll() {
  const budget = (from: bigint, to: bigint) => ({
    budgetMinCents: from * 100_000n,
    budgetMaxCents: to * 100_000n,
  })
  const asked: [string, Parameters<typeof postDpr>[2]][] = [
    [
      'berths',
      { ...budget(40n, 60n), timelineDays: 20, closesInDays: 20, useCase: 'Quayside planning' },
    ],
    ['cranes', { ...budget(30n, 45n), timelineDays: 13, closesInDays: 12 }],
    ['tugs', { ...budget(15n, 25n), timelineDays: 4, closesInDays: 8 }],
    ['pilots', { ...budget(14n, 24n), timelineDays: 14, closesInDays: 25 }],
    ['tides', { ...budget(5n, 8n), timelineDays: 9, closesInDays: 10, category: 'iot' }],
  ]
  for (const [what, changes] of asked) requests[what] = await postDpr(buyer, titleOf(what), changes)
  for (const rival of [await newMember(url, 'vendor'), await newMember(url, 'vendor')])
    await sendOffer(rival, requests.pilots!)
}

/** What the address asks for. */
const asked = (page: Page) => new URL(page.url()).searchParams

/** The requests in the order of the marketplace. */
const titles = (page: Page) => page.getByRole('article').getByRole('heading').allTextContents()

const card = (page: Page, title: string) => page.getByRole('article').filter({ hasText: title })
