/** Draws the small pages that links in mails open: no script, no session, light and dark. */
import { html } from 'hono/html'

export type SmallPage = {
  title: string
  paragraphs: string[]
  /** Adds one button, which posts to the page's own address. */
  button?: string
  link?: { label: string; url: string }
}

/** `nonce` is that of the answer's policy; all texts are escaped. */
export function smallPage(page: SmallPage, nonce: string) {
  const { title, paragraphs, button, link } = page
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title} · Semblance</title>
        <style nonce="${nonce}">
          :root { color-scheme: light dark; --page: #f3f7f8; --card: #fff; --line: #dbe3e6; --ink: #10242b; --petrol: #00505f; --on-petrol: #fff }
          @media (prefers-color-scheme: dark) { :root { --page: #0d1b21; --card: #14272f; --line: #2a4049; --ink: #e8f0f2; --petrol: #8fd0dd; --on-petrol: #06222a } }
          body { margin: 0; padding: 48px 16px; background: var(--page); color: var(--ink); font: 16px/1.55 'Hanken Grotesk', -apple-system, 'Segoe UI', Helvetica, Arial, sans-serif }
          main { max-width: 560px; margin: 0 auto }
          .brand { margin: 0 4px 16px; font-weight: 700; font-size: 20px }
          .brand span { border-bottom: 3px solid #d0a13e }
          .card { padding: 32px; background: var(--card); border: 1px solid var(--line); border-radius: 12px; overflow-wrap: anywhere }
          h1 { margin: 0 0 16px; font-size: 22px; line-height: 1.3 }
          p { margin: 0 0 16px } .card > :last-child, form p { margin-bottom: 0 }
          button { font: inherit; font-weight: 600; line-height: 1.2; padding: 13px 24px; border: 0; border-radius: 8px; background: var(--petrol); color: var(--on-petrol); cursor: pointer }
          button:focus-visible, a:focus-visible { outline: 3px solid #d0a13e; outline-offset: 2px }
          a { color: var(--petrol) }
          @media (max-width: 480px) { .card { padding: 24px 20px } }
        </style>
      </head>
      <body>
        <main>
          <p class="brand"><span>Semblance</span></p>
          <div class="card">
            <h1>${title}</h1>
            ${paragraphs.map((text) => html`<p>${text}</p>`)}
            ${button ? html`<form method="post"><p><button type="submit">${button}</button></p></form>` : ''}
            ${link ? html`<p><a href="${link.url}">${link.label}</a></p>` : ''}
          </div>
        </main>
      </body>
    </html>`
}
