import { expect, it } from 'vitest'
import { routes } from './routes.ts'

/** The frame of every page and what is drawn in place of a broken one. */
const noPages = ['core/error-screen', 'core/root']

it('has a page file for every route, and a route for every page file', () => {
  const files = Object.keys(import.meta.glob('./pages/*/*.tsx')).map((file) =>
    file.replace(/^\.\/pages\/(.+)\.tsx$/, '$1'),
  )
  const pages = new Set<string>(routes.map(({ page }) => page))
  expect([...pages].sort()).toEqual(files.filter((file) => !noPages.includes(file)).sort())
})

it('names every path once', () => {
  const paths = routes.map(({ path }) => path)
  expect(paths).toEqual([...new Set(paths)])
})
