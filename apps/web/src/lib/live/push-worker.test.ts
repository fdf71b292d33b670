import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'

const script = readFileSync(join(import.meta.dirname, '../../../public/push-worker.js'), 'utf8')

type Tab = { focus: () => Promise<void>; navigate: (path: string) => Promise<void> }
type Happening = Record<string, unknown> & { waitUntil?: (work: Promise<unknown>) => void }

/** Runs the worker with these open tabs; `happen` sends it an event and waits for its work. */
function openWorker(tabs: Tab[] = []) {
  const listeners = new Map<string, (event: Happening) => void>()
  const shown: { title: string; options: { tag: string; data: { path: string } } }[] = []
  const opened: string[] = []
  const self = {
    location: { origin: 'https://semblance.test' },
    addEventListener: (type: string, listener: (event: Happening) => void) =>
      listeners.set(type, listener),
    registration: {
      showNotification: async (title: string, options: (typeof shown)[number]['options']) =>
        shown.push({ title, options }),
    },
    clients: {
      matchAll: async () => tabs,
      openWindow: async (path: string) => opened.push(path),
    },
  }
  runInNewContext(script, { self, URL })
  const happen = async (type: string, event: Happening) => {
    const work: Promise<unknown>[] = []
    listeners.get(type)?.({ ...event, waitUntil: (one) => void work.push(one) })
    await Promise.all(work)
  }
  const push = (notice: unknown) => happen('push', { data: { json: () => notice } })
  const click = (path: string) =>
    happen('notificationclick', { notification: { close: () => {}, data: { path } } })
  return { shown, opened, push, click, happen }
}

it('shows a pushed notice once by its ID, whatever was pushed', async () => {
  const { shown, push, happen } = openWorker()
  await push({ id: 'n1', title: 'Offer received', path: '/vendor-offers?tab=new' })
  await push({ id: 'n2', title: 'Elsewhere', path: 'https://evil.test/x' })
  await push({ id: 'n3', title: 'Nowhere', path: null })
  await happen('push', { data: null })
  expect(shown.map(({ title, options }) => [title, options.tag, options.data.path])).toEqual([
    ['Offer received', 'n1', '/vendor-offers?tab=new'],
    ['Elsewhere', 'n2', '/'],
    ['Nowhere', 'n3', '/'],
    ['News on Semblance', 'notice', '/'],
  ])
})

it('a click leads an open tab to the page, and opens one where there is none that can go', async () => {
  const went: string[] = []
  const tab: Tab = { focus: async () => {}, navigate: async (path) => void went.push(path) }
  const one = openWorker([tab])
  await one.click('/billing')
  expect([went, one.opened]).toEqual([['/billing'], []])
  const stuck: Tab = { ...tab, focus: () => Promise.reject(new Error('not allowed')) }
  const other = openWorker([stuck])
  await other.click('/billing')
  expect(other.opened).toEqual(['/billing'])
})
