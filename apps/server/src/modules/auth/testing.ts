/** A server with accounts and nothing else, reached through the published client, for this module's tests. */
import { randomBytes, randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import {
  createClient,
  type SupabaseClient,
  type SupabaseClientOptions,
} from '@supabase/supabase-js'
import { Hono } from 'hono'
import { openTestDatabase } from '../../../testing/database.ts'
import { type Database, system } from '../../platform/db.ts'
import { openLog } from '../../platform/log.ts'
import { createSecrets } from '../../platform/secrets.ts'
import { authRoutes } from './routes/index.ts'
import { type Auth, type AuthOptions, anonKey, createAuth } from './service.ts'

export const PASSWORD = 'correct horse'

export type Site = {
  url: string
  db: Database
  auth: Auth
  /** A browser of its own: nobody signed in, nothing stored outside it. */
  browser: (auth?: SupabaseClientOptions<'public'>['auth']) => SupabaseClient
  newEmail: () => string
  /** A confirmed account, signed in. */
  signedIn: () => Promise<{ client: SupabaseClient; email: string }>
  /** Newest first. */
  mailsTo: (
    email: string,
  ) => Promise<{ subject: string; text: string; link: string; code: string }[]>
  /** With the key of the service role. */
  service: () => SupabaseClient
  /** Asks an endpoint as the client does, and tells what it answered. */
  ask: (
    path: string,
    init?: RequestInit & { token?: string; json?: unknown },
  ) => Promise<{ status: number; headers: Headers; body: Record<string, unknown> }>
  close: () => Promise<void>
}

export async function openSite(options: Partial<AuthOptions> = {}): Promise<Site> {
  const db = await openTestDatabase()
  const app = new Hono()
  const server = serve({
    fetch: app.fetch,
    port: 0,
    hostname: '127.0.0.1',
    overrideGlobalObjects: false,
  })
  await new Promise((resolve) => server.once('listening', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const auth = await createAuth({
    db,
    secrets: createSecrets(randomBytes(32)),
    publicUrl: url,
    mailConfirm: true,
    log: openLog('silent'),
    onSignUp: async () => {},
    onConfirmed: async () => {},
    ...options,
  })
  app.route('/auth/v1', authRoutes(auth))
  const browser: Site['browser'] = (authOptions) =>
    createClient(url, anonKey, {
      auth: { autoRefreshToken: false, storage: memoryStorage(), ...authOptions },
    })
  const newEmail = () => `${randomUUID()}@people.test`
  return {
    url,
    db,
    auth,
    browser,
    newEmail,
    signedIn: async () => {
      const email = newEmail()
      await db.transaction(system, (tx) => auth.createUser(tx, { email, password: PASSWORD }))
      const client = browser()
      const { error } = await client.auth.signInWithPassword({ email, password: PASSWORD })
      if (error) throw error
      return { client, email }
    },
    mailsTo: (email) => listMails(db, email),
    service: () =>
      createClient(url, auth.ctx.serviceKey, {
        auth: { autoRefreshToken: false, persistSession: false },
      }),
    ask: async (path, { token, json, ...init } = {}) => {
      const response = await fetch(`${url}/auth/v1${path}`, {
        ...init,
        ...(json === undefined
          ? {}
          : { method: init.method ?? 'POST', body: JSON.stringify(json) }),
        headers: {
          'X-Supabase-Api-Version': '2024-01-01',
          ...(token ? { Authorization: `Bearer ${token}` } : {}),
          ...init.headers,
        },
      })
      const { status, headers } = response
      const text = await response.text()
      return { status, headers, body: text ? JSON.parse(text) : {} }
    },
    close: async () => {
      await new Promise((resolve) => server.close(resolve))
      await db.close()
    },
  }
}

function memoryStorage() {
  const items = new Map<string, string>()
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  }
}

async function listMails(db: Database, email: string) {
  const rows = await db.transaction(system, (tx) =>
    tx
      .selectFrom('app.mails')
      .select(['subject', 'text_body'])
      .where('recipient', '=', email)
      .orderBy('id', 'desc')
      .execute(),
  )
  return rows.map(({ subject, text_body: text }) => ({
    subject,
    text,
    link: /https?:\S+/.exec(text)?.[0] ?? '',
    code: /\b\d{6}\b/.exec(text)?.[0] ?? '',
  }))
}

/** Where a mailed link leads, without going there. */
export async function follow(link: string): Promise<URL> {
  const response = await fetch(link, { redirect: 'manual' })
  if (response.status !== 303) throw new Error(`The link answered ${response.status}.`)
  return new URL(response.headers.get('location')!)
}

/** The access token of whoever is signed in. */
export async function tokenOf(client: SupabaseClient): Promise<string> {
  return (await client.auth.getSession()).data.session!.access_token
}

export const fragmentOf = (url: URL) => Object.fromEntries(new URLSearchParams(url.hash.slice(1)))
