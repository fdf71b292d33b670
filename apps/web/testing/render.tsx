/** Draws a page, or a part of one, as the application does, in front of the API of the running test. */
import { createClient, type Session } from '@supabase/supabase-js'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createBrowserRouter, RouterProvider } from 'react-router'
import { page } from 'vitest/browser'
import { cleanup, render } from 'vitest-browser-react/pure'
import { setTheme } from '@/components/layout/navigation/theme.ts'
import { notify, Toaster } from '@/components/ui/toast.tsx'
import { LiveUpdates } from '@/features/core/app-shell/live/live-updates.ts'
import { setAccessTokenSource, setSessionEndedHandler } from '@/lib/api/api.ts'
import { apiFetch } from '@/lib/api/api-fetch.ts'
import { settleProof } from '@/lib/api/proof.ts'
import { queryClient } from '@/lib/api/query-client.ts'
import { discardUnsaved } from '@/lib/forms/unsaved-changes.ts'
import { checkSession } from '@/lib/session/check-session.ts'
import { askForProofs } from '@/lib/session/proof.ts'
import { AuthProvider } from '@/lib/session/session.tsx'
import type { Backend } from '@/lib/session/session-client.ts'
import { createRouter, routeObjects, untilRouted } from '@/router.tsx'
import { type Answers, currentApi, type FakeApi, fakeApi } from './fake-api.ts'
import { config, setViewer } from './fake-server.ts'
import { legalEntries } from './legal-entries.ts'
import { profileOf, sessionOf, type Viewer, viewerAnswer } from './viewers.ts'

type Surroundings = {
  /** The person in front of the page; a visitor when left out. */
  viewer?: Viewer
  answers?: Answers
  /** Answers of addresses that are no procedures, by method and path. */
  http?: Parameters<FakeApi['answerHttp']>[0]
  /** Pixels; 1440 × 900 when left out. */
  width?: number
  height?: number
  theme?: 'light' | 'dark'
}

export const desk = { width: 1440, height: 900 }
export const phone = { width: 390, height: 844 }

let backend: Backend | undefined
let router: ReturnType<typeof createRouter> | undefined
let clients = 0

setAccessTokenSource(async () => {
  const { data } = (await backend?.supabase.auth.getSession()) ?? {}
  return data?.session?.access_token ?? null
})
setSessionEndedHandler(() => {
  if (backend) void checkSession(backend.supabase)
})

/** Opens an address of the application, and returns the API that answers it. */
export async function renderPage(path: string, around: Surroundings = {}): Promise<FakeApi> {
  const api = await surround(path, around)
  await open(createRouter())
  return api
}

/** Draws one component at an address, within session, queries and router. */
export async function renderComponent(
  component: ReactNode,
  { path = '/', ...around }: Surroundings & { path?: string } = {},
): Promise<FakeApi> {
  const api = await surround(path, around)
  await open(createBrowserRouter([{ path: '*', element: component }]))
  return api
}

/** Draws a component in place of every page, within the frame and the error screen of the application. */
export async function renderAsPage(
  component: ReactNode,
  { path = '/', ...around }: Surroundings & { path?: string } = {},
): Promise<FakeApi> {
  const api = await surround(path, around)
  const [application] = routeObjects
  await open(
    createBrowserRouter([
      { ...application, index: false, children: [{ path: '*', element: component }] },
    ]),
  )
  return api
}

/** Loads the address of the open page again, as a browser's reload does: what only the page knew is gone. */
export async function reloadPage(path = location.pathname + location.search): Promise<void> {
  await closePage()
  history.replaceState(null, '', path)
  await open(createRouter())
}

async function surround(
  path: string,
  {
    viewer,
    answers = {},
    http = {},
    width = desk.width,
    height = desk.height,
    theme = 'light',
  }: Surroundings,
): Promise<FakeApi> {
  await closePage()
  const api = fakeApi(answers)
    .provide(shellAnswers(viewer ?? null))
    .answerHttp(http)
  setViewer(viewer ?? null)
  backend = backendFor(viewer ?? null)
  setTheme(theme)
  history.replaceState(null, '', path)
  await page.viewport(width, height)
  return api
}

async function open(next: ReturnType<typeof createRouter>): Promise<void> {
  if (!backend) throw new Error('Call renderPage first.')
  router = next
  await untilRouted(next)
  const application = (
    <QueryClientProvider client={queryClient}>
      <AuthProvider backend={backend}>
        <LiveUpdates />
        <RouterProvider router={next} />
        <Toaster />
      </AuthProvider>
    </QueryClientProvider>
  )
  await flushSync(() => render(application)) // the production build has no `act`, which would wait for the first draw
}

/** Takes the page away, as closing its tab does; what the browser keeps stays. */
async function closePage(): Promise<void> {
  settleProof(false)
  await cleanup()
  router?.dispose()
  router = undefined
  discardUnsaved()
  queryClient.clear()
}

/**
 * Waits for answers under way, whose toasts would show on the page of the next test; not for one that never comes.
 * What a page that is gone asks next is no fault of the test.
 */
async function untilAnswered(): Promise<void> {
  const api = currentApi()
  const faults = api?.faults.length ?? 0
  for (let tries = 0; api?.waiting && tries < 100; tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 5))
  api?.faults.splice(faults)
}

/** Leaves nothing of this test to the next one. */
export async function forgetEverything(): Promise<void> {
  await closePage()
  // Requests that the page was about to send reach this test's API, not that of the next one.
  await new Promise((resolve) => setTimeout(resolve))
  await untilAnswered()
  notify.dismiss()
  backend = undefined
  setViewer(null)
  localStorage.clear()
  sessionStorage.clear()
}

/** Lets this person sign in at the open page, and be the viewer from then on. */
export function acceptSignIn(viewer: Viewer, answers: Answers = {}): void {
  fakeApi(answers).answerHttp({
    'POST /auth/v1/token': () => {
      setViewer(viewer)
      fakeApi({ 'organizations.viewer': viewerAnswer(viewer) })
      return Response.json(sessionOf(viewer))
    },
  })
}

/** Answers what the frame around every page asks for, and the lists that settings pages end with. */
const noLimits = { paymentCents: null, monthCents: null }

const shellAnswers = (viewer: Viewer | null): Answers => ({
  'organizations.viewer': viewerAnswer(viewer),
  'notifications.list': { items: [] },
  'negotiation.unreadCount': { unreadCount: 0 },
  'answering.get': { state: 'none' },
  'approvals.waitingCount': { waitingCount: 0, isMore: false },
  'settings.getNotificationPreferences': {},
  'settings.getProfile': { mailRefusal: null },
  'admin.overview': { waiting: [] },
  'organizations.receivedInvitations': { items: [] },
  'legal.listOwn': { items: [] },
  'legal.listOfOrganization': { items: [] },
  'legal.list': { items: legalEntries },
  // Nothing is limited, as in most organizations.
  'approvals.get': {
    needed: null,
    approval: null,
    needsPurchaseOrder: false,
    needsCostCenter: false,
  },
  'approvals.standIn': { own: null, for: [] },
  'spending.rules': { organization: noLimits, member: noLimits, waiting: [] },
  'spending.members': { items: [] },
  // Nothing is known of vendors yet.
  'scores.many': { scores: [] },
  'scores.get': { total: null, deliveries: 0, clients: 0, parts: [] },
})

function backendFor(viewer: Viewer | null): Backend {
  const session = viewer && sessionOf(viewer)
  const account = viewer && { userId: viewer.id, profile: profileOf(viewer), roles: viewer.roles }
  return { config, supabase: accountsClient(session), arrived: { session, account } }
}

/** Returns the client of the account server, with a store of its own. */
function accountsClient(session: Session | null) {
  clients += 1
  const storageKey = `session-${clients}`
  const stored = new Map(session ? [[storageKey, JSON.stringify(session)]] : [])
  const client = createClient(location.origin, 'key', {
    auth: {
      storageKey,
      autoRefreshToken: false,
      detectSessionInUrl: false,
      storage: {
        getItem: (key) => stored.get(key) ?? null,
        setItem: (key, value) => void stored.set(key, value),
        removeItem: (key) => void stored.delete(key),
      },
    },
    global: { fetch: apiFetch },
  })
  askForProofs(client)
  return client
}
