/** Makes the router of the route table; each page is loaded when it is first visited. */
import { createBrowserRouter, Outlet, type RouteObject, useParams } from 'react-router'
import { RequireSession, SignedOutOnly } from './features/core/accounts/guards.tsx'
import { type PageQueries, prefetchQueries } from './lib/api/page-queries.ts'
import { loadPage } from './lib/pages/load-page.ts'
import { ErrorScreen } from './pages/core/error-screen.tsx'
import { Root } from './pages/core/root.tsx'
import { type Access, routes } from './routes.ts'

type PageModule = {
  default: React.ComponentType
  /** The page's first queries, started while the account is still loading. */
  queries?: PageQueries
}

const modules = import.meta.glob<PageModule>([
  './pages/*/*.tsx',
  '!./pages/core/{error-screen,root}.tsx',
])

/** Draws a new page for each record: nothing that was typed, opened or found goes along to the next one. */
function ofOneRecord(Page: React.ComponentType): React.ComponentType {
  return () => <Page key={JSON.stringify(useParams())} />
}

function toRouteObject({ path, page }: (typeof routes)[number]): RouteObject {
  const load = modules[`./pages/${page}.tsx`]
  if (!load) throw new Error(`${path} names no page: ${page}`)
  return {
    path,
    lazy: async () => {
      const { default: Component, queries } = await loadPage(load)
      return {
        Component: path.includes(':') ? ofOneRecord(Component) : Component,
        loader: ({ params, request }) =>
          prefetchQueries(queries?.(params, new URL(request.url).searchParams)),
        // A filter that changes is the page's own affair.
        shouldRevalidate: ({ currentUrl, nextUrl }) => currentUrl.pathname !== nextUrl.pathname,
      }
    },
  }
}

const guards: Record<Access, React.ReactNode> = {
  open: <Outlet />,
  'signed-out': <SignedOutOnly />,
  'signed-in': <RequireSession />,
  client: <RequireSession side="client" />,
  vendor: <RequireSession side="vendor" />,
}

export const routeObjects: RouteObject[] = [
  {
    element: <Root />,
    errorElement: <ErrorScreen />,
    // While the first page's file arrives.
    hydrateFallbackElement: <div className="min-h-dvh" />,
    children: [...Map.groupBy(routes, ({ access }) => access)].map(([access, pages]) => ({
      element: guards[access],
      children: pages.map(toRouteObject),
    })),
  },
]

export const createRouter = () => createBrowserRouter(routeObjects)

/** Resolves once the first page's code has loaded, with its answers or after their time limit. */
export function untilRouted(router: ReturnType<typeof createRouter>): Promise<void> {
  return new Promise((resolve) => {
    if (router.state.initialized) return resolve()
    const stop = router.subscribe(({ initialized }) => {
      if (!initialized) return
      stop()
      resolve()
    })
  })
}
