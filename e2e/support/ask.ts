/**
 * Sends a request on its own connection, because the server may close a kept-alive one just as the
 * next request leaves.
 */
export const ask: typeof fetch = async (input, init) => {
  const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : {}))
  headers.set('connection', 'close')
  return await fetch(input, { ...init, headers })
}
