/** Completes the two built documents: fonts of the first screen preloaded, the landing page drawn in advance. */
import { createElement, type FunctionComponent } from 'react'
import { renderToString } from 'react-dom/server'
import { type Plugin, type ResolvedConfig, runnerImport } from 'vite'

const fontsOfLanding =
  /(hanken-grotesk-latin-wght|instrument-sans-latin-standard)-normal-.*\.woff2$/
/**
 * Matches the preloaded fonts of the application. Includes the font of IDs, because their lines
 * would break differently if it loaded late.
 */
const fontsOfApplication =
  /(hanken-grotesk-latin-wght|instrument-sans-latin-standard|spline-sans-mono-latin-wght)-normal-.*\.woff2$/

export function buildDocuments(): Plugin {
  let config: ResolvedConfig
  return {
    name: 'build-documents',
    apply: 'build',
    configResolved: (resolved) => {
      config = resolved
    },
    transformIndexHtml: {
      order: 'post',
      handler: async (html, { filename, bundle }) => {
        const isLanding = filename.endsWith('landing.html')
        const fonts = isLanding ? fontsOfLanding : fontsOfApplication
        const tags = Object.keys(bundle ?? {})
          .filter((name) => fonts.test(name))
          .map((name) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', href: `/${name}`, crossorigin: true },
          }))
        if (!isLanding) return tags
        return { html: insert(html, await drawLanding(config)), tags }
      },
    },
  }
}

async function drawLanding({ root, resolve }: ResolvedConfig): Promise<string> {
  const page = await runnerImport<{ LandingPage: FunctionComponent }>(
    `${root}/src/features/overview/landing/landing-page.tsx`,
    { root, resolve: { alias: resolve.alias } },
  )
  return renderToString(createElement(page.module.LandingPage))
}

/** The CSP refuses style attributes in a document, so they become rules, which it allows by their nonce. */
function insert(html: string, drawn: string): string {
  const styles: string[] = []
  const body = drawn.replace(/ style="([^"]*)"/g, (_, style: string) => {
    const known = styles.indexOf(style)
    return ` data-style="${known < 0 ? styles.push(style) - 1 : known}"`
  })
  const rules = styles.map((style, index) => `[data-style="${index}"]{${style}}`).join('')
  return html
    .replace('</head>', () => `<style nonce="__CSP_NONCE__">${rules}</style></head>`)
    .replace('<div id="root"></div>', () => `<div id="root">${body}</div>`)
}
