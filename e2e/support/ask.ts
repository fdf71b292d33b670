/** A request on a connection of its own: one that is kept open may be closed by the server just as the next request leaves. */
export const ask: typeof fetch = async (input, init) => {
  const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : {}))
  headers.set('connection', 'close')
  return await fetch(input, { ...init, headers })
}
