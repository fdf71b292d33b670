/**
 * Sign-in, refresh and "get user" over HTTP, on a server process of its own with the embedded PostgreSQL:
 * requests per second and latencies, and the share of a sign-in that password hashing takes.
 * Rate limits are out of the way. Prints one JSON object.
 */
import { fork } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { hashPassword, passwordMatches } from '../apps/server/src/core/auth/passwords/passwords.ts'
import { emailOf, PASSWORD, USERS } from '../apps/server/testing/bench-users.ts'

const SECONDS = Number(process.env.SECONDS ?? 10)

type Tokens = { access_token: string; refresh_token: string }

await measure()

async function measure(): Promise<void> {
  const server = fork(join(import.meta.dirname, '../apps/server/testing/accounts-server.ts'))
  const publicUrl = await new Promise<string>((resolve, reject) => {
    server.once('message', (url) => resolve(String(url)))
    server.once('exit', (code) => reject(new Error(`The server ended with ${code}.`)))
  })
  const ask = async <T>(path: string, init: RequestInit): Promise<T> => {
    const response = await fetch(`${publicUrl}/auth/v1${path}`, init)
    if (!response.ok) throw new Error(`${path} answered ${response.status}.`)
    return (await response.json()) as T
  }
  const post = <T>(path: string, body: object) =>
    ask<T>(path, { method: 'POST', body: JSON.stringify(body) })
  const signIn = (index: number) =>
    post<Tokens>('/token?grant_type=password', { email: emailOf(index), password: PASSWORD })

  const hashMs = await medianMs(20, await hashing())
  const aloneMs = await medianMs(20, () => signIn(0))
  const sessions = await Promise.all(Array.from({ length: USERS }, (_, index) => signIn(index)))
  const results = {
    signIn: await load(8, signIn),
    refresh: await load(8, async (index) => {
      const { refresh_token } = sessions[index]!
      sessions[index] = await post<Tokens>('/token?grant_type=refresh_token', { refresh_token })
    }),
    getUser: await load(8, (index) =>
      ask('/user', { headers: { Authorization: `Bearer ${sessions[index]!.access_token}` } }),
    ),
  }
  const password = {
    verifyMs: round(hashMs),
    signInAloneMs: round(aloneMs),
    shareOfSignIn: round(hashMs / aloneMs),
  }
  const cores = availableParallelism()
  console.log(JSON.stringify({ benchmark: 'auth', cores, clients: 8, ...results, password }))
  server.disconnect()
}

async function hashing(): Promise<() => Promise<unknown>> {
  const stored = await hashPassword(PASSWORD)
  return () => passwordMatches(stored, PASSWORD)
}

async function medianMs(times: number, work: () => Promise<unknown>): Promise<number> {
  const taken: number[] = []
  for (let run = 0; run < times; run++) {
    const start = performance.now()
    await work()
    taken.push(performance.now() - start)
  }
  return quantile(taken, 0.5)
}

/** Each client works for one user of its own, one request after the other. */
async function load(clients: number, work: (index: number) => Promise<unknown>) {
  const taken: number[] = []
  const start = performance.now()
  const client = async (index: number) => {
    while (performance.now() - start < SECONDS * 1000) {
      const before = performance.now()
      await work(index)
      taken.push(performance.now() - before)
    }
  }
  await Promise.all(Array.from({ length: clients }, (_, index) => client(index)))
  const seconds = (performance.now() - start) / 1000
  return {
    requestsPerSecond: round(taken.length / seconds),
    p50Ms: round(quantile(taken, 0.5)),
    p99Ms: round(quantile(taken, 0.99)),
  }
}

function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!
}

function round(value: number): number {
  return Number(value.toPrecision(3))
}
