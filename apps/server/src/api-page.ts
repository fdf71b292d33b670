/** The HTTP API for people, at /api: every call of the OpenAPI description on one page, without a script. */
import type { OpenAPI } from '@orpc/openapi'
import { html } from 'hono/html'

type Operation = OpenAPI.OperationObject & { method: string; path: string }

const style = `
:root { color-scheme: light dark; --line: light-dark(#d9e1e4, #2c3a40); --soft: light-dark(#5a6b72, #a3b3b9);
  --petrol: light-dark(#005264, #75cede); --card: light-dark(#fff, #11191d); }
body { margin: 0; background: light-dark(#f7fafb, #0b1317); font: 15px/1.55 system-ui, sans-serif; }
main { max-width: 1000px; margin: 0 auto; padding: 40px 16px 96px; }
h1 { margin: 0 0 8px; font-size: 34px; letter-spacing: -.02em; }
h2 { margin: 40px 0 8px; font-size: 20px; }
a { color: var(--petrol); }
nav { display: flex; flex-wrap: wrap; gap: 4px 16px; margin-top: 24px; }
code, pre, summary span { font: 13px/1.5 ui-monospace, monospace; }
details { border: 1px solid var(--line); border-radius: 7px; background: var(--card); margin-top: 8px; }
summary { display: flex; flex-wrap: wrap; gap: 4px 12px; padding: 10px 14px; cursor: pointer; }
summary b { width: 58px; color: var(--petrol); font-size: 13px; line-height: 22px; }
summary span { overflow-wrap: anywhere; line-height: 22px; }
summary em { margin-left: auto; color: var(--soft); font-style: normal; }
details > div { padding: 4px 14px 14px; border-top: 1px solid var(--line); }
h3 { margin: 12px 0 4px; font-size: 14px; }
pre { margin: 0; overflow: auto; max-height: 420px; padding: 12px; border: 1px solid var(--line); border-radius: 5px; }
:focus-visible { outline: 2px solid var(--petrol); outline-offset: 2px; }
`

export function apiPage(description: OpenAPI.Document, nonce: string) {
  const server = description.servers?.[0]?.url ?? '/api'
  const groups = [
    ...Map.groupBy(operationsOf(description), ({ operationId }) => groupOf(operationId)),
  ]
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>HTTP API · Semblance</title>
        <link rel="icon" type="image/svg+xml" href="/favicon.svg" />
        <style nonce="${nonce}">
          ${style}
        </style>
      </head>
      <body>
        <main>
          <h1>The Semblance HTTP API</h1>
          <p>
            Every call is below <code>${server}</code>, takes and gives JSON, and runs with the rights of
            its caller. For a token, post e-mail and password to
            <code>/auth/v1/token?grant_type=password</code> and send the answer's
            <code>access_token</code> as <code>Authorization: Bearer …</code>. Amounts are whole cents.
            A refusal carries a <code>code</code> and a <code>message</code>. Sensitive calls answer 403
            <code>proof_needed</code> when the session was not proved within 15 minutes; its
            <code>methods</code> say by what. Post <code>{"password": …}</code> to
            <code>/auth/v1/proof</code> with the token, or answer a challenge of the second factor; use
            the new tokens that come back, and repeat the call. For programs, the same as
            <a href="/api/openapi.json">OpenAPI 3.1</a>.
          </p>
          <nav aria-label="Groups">
            ${groups.map(([group]) => html`<a href="#${group}">${group}</a>`)}
          </nav>
          ${groups.map(
            ([group, operations]) => html`
              <section aria-labelledby="${group}">
                <h2 id="${group}">${group}</h2>
                ${operations.map(drawOperation)}
              </section>
            `,
          )}
        </main>
      </body>
    </html>`
}

const groupOf = (operationId = 'other') => operationId.split('.')[0]!

function operationsOf({ paths = {} }: OpenAPI.Document): Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods ?? {}).map(([method, operation]) => ({
      ...(operation as OpenAPI.OperationObject),
      method: method.toUpperCase(),
      path,
    })),
  )
}

function drawOperation({ method, path, summary, parameters, requestBody, responses }: Operation) {
  return html`<details>
    <summary><b>${method}</b><span>${path}</span><em>${summary ?? ''}</em></summary>
    <div>
      ${parameters?.length ? drawJson('In the address', parameters.map(drawnParameter)) : ''}
      ${requestBody ? drawJson('Sent', bodyOf(requestBody)) : ''}
      ${Object.entries(responses ?? {}).map(([status, answer]) =>
        drawJson(`Answered with ${status}`, bodyOf(answer) ?? 'Nothing'),
      )}
    </div>
  </details>`
}

const drawJson = (title: string, value: unknown) =>
  html`<h3>${title}</h3>
    <pre tabindex="0">${JSON.stringify(value, null, 2)}</pre>`

function drawnParameter(parameter: OpenAPI.ParameterObject | OpenAPI.ReferenceObject) {
  if ('$ref' in parameter) return parameter
  const { name, in: place, required = false, schema } = parameter
  return { name, in: place, required, schema }
}

/** The schema of the first kind of content. */
function bodyOf(of: object): unknown {
  if (!('content' in of)) return undefined
  const [content] = Object.values(of.content as Record<string, { schema?: unknown }>)
  return content?.schema
}
