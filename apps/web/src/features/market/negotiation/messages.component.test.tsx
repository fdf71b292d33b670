/** One party writes: what is typed, sent, kept and read, on a desk and on a phone. */
import type { Message } from '@semblance/contract'
import { uuid } from '@testing/example.ts'
import { fakeApi, refuse } from '@testing/fake-api.ts'
import { axeFaults, expectAddress, press, settled } from '@testing/interactions.ts'
import { dprList } from '@testing/page-answers.ts'
import { acceptSignIn, phone, reloadPage, renderComponent, renderPage } from '@testing/render.tsx'
import { casesOf } from '@testing/test-length.ts'
import { client } from '@testing/viewers.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { useMessages } from '@/lib/pages/messages-context.ts'
import { MessagesProvider } from './messages-provider.tsx'

const conversationId = uuid(700)
const supplier = 'Meridian Synthetics'
const desk = `/manage-dprs?messages=${conversationId}`
const conversation = {
  id: conversationId,
  side: 'client' as const,
  offerId: 'OFF-3001',
  dprTitle: 'Loyalty card histories',
  counterpart: { id: uuid(701), name: supplier, type: 'vendor' as const, isOnline: true },
}
const terms = {
  offerId: 'OFF-3001',
  revision: 1,
  values: { priceCents: 18_500_00n, timelineDays: 10, dataFormats: ['csv' as const] },
  terms: [
    { id: 'price' as const, label: 'Total Price', currentValue: '$18,500' },
    { id: 'timeline' as const, label: 'Delivery Timeline', currentValue: '10 days' },
  ],
  canPropose: true,
}

const note = (number: number): Partial<Message> => ({
  id: uuid(number),
  type: 'message',
  senderName: supplier,
  body: `Note ${number}`,
  createdAt: new Date(Date.now() - (200 - number) * 60_000),
})

/** Answers one conversation; what is sent is added to it. */
function talk(...messages: Partial<Message>[]) {
  const sent: Partial<Message>[] = []
  return fakeApi({
    ...dprList,
    'negotiation.get': conversation,
    'negotiation.list': ({ search }) => {
      const fits = supplier.toLowerCase().includes(search ?? '')
      return { items: fits ? [conversation] : [] }
    },
    'negotiation.contacts': { items: [{ ...conversation.counterpart, conversationId }] },
    'negotiation.messages': () => ({ items: [...sent, ...messages] }),
    'negotiation.terms': terms,
    'negotiation.termHistory': { items: [] },
    'negotiation.typing': undefined,
    'offers.listReceived': { items: [] },
    'negotiation.send': ({ body, key }) => {
      const message = { ...note(300 + sent.length), isOwn: true, body, key }
      sent.unshift(message)
      return message
    },
  })
}

const composer = () => page.getByRole('textbox', { name: 'Message', exact: true })
const entries = () => page.getByRole('log').getByRole('listitem')
const bubble = (text: string) => page.getByRole('log').getByText(text, { exact: true })
const row = () =>
  page.getByRole('dialog').getByRole('tabpanel').getByRole('button', { name: supplier })
const messagesButton = () =>
  page
    .getByRole('navigation')
    .getByRole('button', { name: /^Messages/ })
    .first()

async function write(text: string) {
  await composer().fill(text)
  await press('Enter')
}

test('whitespace sends nothing, and Shift+Enter breaks the line', { tags: 'long' }, async () => {
  const api = talk(note(1))
  await renderPage(desk, { viewer: client })
  await expect.element(composer()).toHaveFocus()
  await expect.element(bubble('Note 1')).toBeVisible()
  const before = entries().elements().length
  await write('   ')
  await composer().fill('First line')
  await press('Shift+Enter')
  await userEvent.keyboard('second line')
  await expect.element(composer()).toHaveValue('First line\nsecond line')
  await settled()
  expect(entries().elements()).toHaveLength(before)
  expect(api.calls('negotiation.send')).toEqual([])
})

test('a message that was not sent keeps its text and is sent again, once', async () => {
  const api = talk(note(1))
  await renderPage(desk, { viewer: client })
  api.answer({ 'negotiation.send': refuse('internal') })
  await write('Can you start on Monday?')
  const failed = entries().filter({ hasText: 'Can you start on Monday?' })
  await expect.element(failed.getByText(/^Not sent/)).toBeVisible()
  talk(note(1))
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(failed.getByText(/^Not sent/)).not.toBeInTheDocument()
  await expect.poll(() => bubble('Can you start on Monday?').elements().length).toBe(1)
  const [first, second, ...more] = api.calls('negotiation.send')
  expect(second).toEqual(first)
  expect(more).toEqual([])
})

test('what the other party writes shows at once, and that it is writing', async () => {
  const api = talk(note(1))
  await renderPage(desk, { viewer: client })
  await expect.element(bubble('Note 1')).toBeVisible()
  const organization = conversation.counterpart.id
  await api.emit({ topic: 'typing', conversationId, organization, name: supplier })
  await expect.element(page.getByText(`${supplier} is typing…`).first()).toBeVisible()
  talk(note(2), note(1))
  await api.emit({ topic: 'message.sent', conversationId })
  await expect.element(bubble('Note 2')).toBeVisible()
  await expect.element(page.getByText('is typing…')).not.toBeInTheDocument()
})

test('a file of another type is not added', { tags: 'long' }, async () => {
  talk(note(1))
  await renderPage(desk, { viewer: client })
  await expect.element(composer()).toBeVisible()
  const picker = document.querySelector<HTMLElement>('form input[type=file]')!
  await userEvent.upload(picker, new File(['x'], 'setup.exe'))
  await expect.element(page.getByRole('alert').getByText(/^setup.exe was not added/)).toBeVisible()
  await expect.element(page.getByRole('list', { name: 'Files to send' })).not.toBeInTheDocument()
})

test('older messages load on scrolling up', { tags: 'long' }, async () => {
  const newest = Array.from({ length: 30 }, (_, index) => note(100 - index))
  const older = [{ ...note(1), body: 'It is, by month.' }]
  talk().answer({
    'negotiation.messages': ({ cursor }) =>
      cursor ? { items: older } : { items: newest, nextCursor: 'older' },
  })
  await renderPage(desk, { viewer: client })
  await expect.element(bubble('Note 100')).toBeVisible()
  await settled()
  expect(bubble('It is, by month.').elements()).toHaveLength(0)
  const log = page.getByRole('log').element()
  await expect
    .poll(() => {
      log.scrollTop = 0
      return bubble('It is, by month.').elements().length
    })
    .toBe(1)
})

test('Escape closes it, the focus returns, and the draft is there next time', async () => {
  talk(note(1))
  await renderPage('/manage-dprs', { viewer: client })
  await messagesButton().click()
  await row().click()
  await expect.element(composer()).toBeVisible()
  await composer().click()
  await userEvent.keyboard('Half a thought')
  await press('Escape')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await expect.poll(() => document.activeElement?.textContent).toContain('Messages')
  await expect.poll(() => location.search).not.toContain('messages=')
  await press('Enter')
  await row().click()
  await expect.element(composer()).toHaveValue('Half a thought')
})

test('the search by name asks the server, and both lists know the vendor', {
  tags: 'long',
}, async () => {
  const api = talk(note(1))
  await renderPage(desk, { viewer: client })
  const search = page.getByRole('searchbox', { name: 'Search contacts by name' })
  await search.fill('nobody of that name')
  await expect.element(page.getByText('Nobody named “nobody of that name”')).toBeVisible()
  await search.fill('meridian')
  await expect.element(row()).toBeVisible()
  expect(api.calls('negotiation.list').at(-1)).toMatchObject({ search: 'meridian' })
  await page.getByRole('tab', { name: 'Contacts' }).click()
  await expect.element(row().filter({ hasText: 'Online' })).toBeVisible()
})

test('on a phone it is one pane, and the back button leads out', { tags: 'long' }, async () => {
  talk(note(1))
  await renderPage('/manage-dprs', { ...phone, viewer: client })
  await messagesButton().click()
  await row().click()
  await expect.element(composer()).toBeVisible()
  await page.getByRole('button', { name: /\$18,500, 10 days/ }).click()
  const sheet = page.getByRole('dialog', { name: 'Current Terms' })
  await expect.element(sheet).toBeVisible()
  await press('Escape')
  await expect.element(sheet).not.toBeInTheDocument()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(phone.width)
  history.back()
  await expect.element(row()).toBeVisible()
  history.back()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await expectAddress('/manage-dprs')
})

const looks = casesOf<{ theme: 'light' | 'dark'; width: number }>(
  [{ theme: 'dark', width: 390 }],
  [{ theme: 'light', width: 1440 }],
)

test.each(looks)(
  'the dialog is accessible in $theme at $width px',
  { tags: 'long' },
  async ({ theme, width }) => {
    const proposal = {
      id: uuid(50),
      offerId: 'OFF-3001',
      byName: supplier,
      changes: [{ field: 'timeline' as const, from: 10, to: 20 }],
      proposed: { timelineDays: 20 },
    }
    talk(
      { ...note(2), type: 'contract_update', proposal: proposal as Message['proposal'] },
      note(1),
    )
    fakeApi({ 'negotiation.terms': { ...terms, pendingProposalId: proposal.id } })
    await renderPage(desk, { viewer: client, theme, width, height: 844 })
    await expect.element(composer()).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Approve' }).first()).toBeVisible()
    await settled()
    expect(await axeFaults()).toEqual([])
  },
)

test('a visitor reads the sample, and what was typed is kept on the way through sign-in', {
  tags: 'long',
}, async () => {
  talk(note(1))
  await renderPage('/manage-dprs')
  await messagesButton().click()
  await row().click()
  await expect.element(entries().first()).toBeVisible()
  await write('A question from outside')
  await expectAddress(/^\/auth\?/)
  acceptSignIn(client)
  await page.getByLabelText('E-mail').fill(client.email)
  await page.getByLabelText('Password', { exact: true }).fill('semblance')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expectAddress(/^\/manage-dprs\?messages=/)
  await expect.element(composer()).toHaveValue('A question from outside')
  await reloadPage()
  await expect.element(composer()).toHaveValue('A question from outside')
})

/** Opens the conversation of one of two offers. */
function TwoDeals() {
  const messages = useMessages()
  return ['OFF-1', 'OFF-2'].map((offerId) => (
    <button key={offerId} type="button" onClick={() => messages.open({ offerId })}>
      Write about {offerId}
    </button>
  ))
}

test('the conversation that was asked for last is shown, whichever is found first', {
  tags: 'long',
}, async () => {
  const ids: Record<string, string> = { 'OFF-1': uuid(711), 'OFF-2': uuid(712) }
  const found: Record<string, PromiseWithResolvers<void>> = {
    'OFF-1': Promise.withResolvers<void>(),
    'OFF-2': Promise.withResolvers<void>(),
  }
  const api = talk(note(1)).answer({
    'negotiation.open': async (asked) => {
      const offerId = 'offerId' in asked ? asked.offerId : ''
      await found[offerId]?.promise
      return { ...conversation, id: ids[offerId], offerId }
    },
    'negotiation.get': (asked) => ({ ...conversation, id: asked.conversationId }),
  })
  await renderComponent(
    <MessagesProvider>
      <TwoDeals />
    </MessagesProvider>,
    { viewer: client },
  )
  await page.getByRole('button', { name: 'Write about OFF-1' }).click()
  await expect.element(page.getByRole('dialog')).toBeVisible()
  await press('Escape')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Write about OFF-2' }).click()
  await expect.poll(() => api.calls('negotiation.open').length).toBe(2)
  const listed = api.calls('negotiation.list').length
  found['OFF-1']?.resolve()
  await expect.poll(() => api.calls('negotiation.list').length).toBeGreaterThan(listed)
  found['OFF-2']?.resolve()
  await expectAddress(`/?messages=${ids['OFF-2']}`)
  await expect.element(composer()).toBeVisible()
})
