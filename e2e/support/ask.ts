import { setTimeout as sleep } from 'node:timers/promises'

const busyLimitMs = 30_000

/**
 * Sends a request on its own connection, because the server may close a kept-alive one just as the
 * next request leaves. Asks again while the server says that it is too busy to take the request.
 */
export const ask: typeof fetch = async (input, init) => {
  const request = new Request(input, init)
  request.headers.set('connection', 'close')
  const giveUpAt = Date.now() + busyLimitMs
  for (;;) {
    const answer = await fetch(request.clone())
    if (answer.status !== 503 || Date.now() > giveUpAt) return answer
    await sleep(500)
  }
}
