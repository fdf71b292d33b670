/** A whole application on a database of its own, and people to use it through its routes. */
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import type { ContractRouterClient } from '@orpc/contract'
import type { contract } from '@semblance/contract'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { type App, createApp } from '../src/app.ts'
import { type Config, readConfig } from '../src/config.ts'
import { anonKey } from '../src/modules/auth/service.ts'
import { createOrganization } from '../src/modules/organizations/service.ts'
import { admit } from '../src/modules/profiles/service.ts'
import type { Platform } from '../src/platform/context.ts'
import { system } from '../src/platform/db.ts'
import { openLog } from '../src/platform/log.ts'
import { createSecrets } from '../src/platform/secrets.ts'
import { type BankProgress, runBank } from './bank.ts'
import { openTestDatabase } from './database.ts'

export type Api = ContractRouterClient<typeof contract>

export type Person = {
  userId: string
  email: string
  token: string
  api: Api
  /** Row id and public ID of the person's organization. */
  organization: { id: string; organizationId: string }
  /** Has the bank settle, or refuse, everything it was told so far. */
  settle: (upTo?: BankProgress) => Promise<void>
}

export type Market = {
  platform: Platform
  app: App
  visitor: Api
  /** Whoever the access token stands for. */
  apiFor: (token: string) => Api
  supabase: SupabaseClient
  /** A fresh organization approved for `side`, and its first member. */
  member: (side: 'client' | 'vendor' | 'both') => Promise<Person>
  /** Somebody else of an organization that is there already. */
  colleague: (
    of: Pick<Person, 'organization'>,
    standing: 'pending' | 'member' | 'administrator',
  ) => Promise<Person>
  /** An account that belongs nowhere. */
  stranger: () => Promise<Omit<Person, 'organization'>>
  staff: () => Promise<Omit<Person, 'organization'>>
  /** Asks the application directly, without a socket. */
  fetch: (path: string, init?: RequestInit) => Promise<Response>
  close: () => Promise<void>
}

/** As a server does, so that only the first of the engine's processes compiles it. */
enableCompileCache(join(tmpdir(), 'semblance-compile-cache'))

export const PASSWORD = 'correct horse'

export async function openTestMarket(overrides: Partial<Config> = {}): Promise<Market> {
  const db = await openTestDatabase()
  const dataDir = mkdtempSync(join(tmpdir(), 'semblance-market-'))
  const config: Config = {
    ...readConfig({
      PUBLIC_URL: 'http://semblance.test',
      SAMPLE_DATA: 'off',
      BANK_DAY_SECONDS: '0.001',
    }),
    dataDir,
    ...overrides,
  }
  const platform: Platform = {
    config,
    db,
    log: openLog('silent'),
    secrets: createSecrets(randomBytes(32)),
  }
  const app = await createApp(platform)
  const fetchApp = async (input: string | URL | Request, init?: RequestInit) =>
    await app.fetch(new Request(input, init))
  const apiFor = (token?: string) => apiClient(config.publicUrl, fetchApp, token)
  const signIn = async (email: string) => {
    const client = supabaseClient(config.publicUrl, fetchApp)
    const { data, error } = await client.auth.signInWithPassword({ email, password: PASSWORD })
    if (error) throw error
    return data.session.access_token
  }
  const settle: Person['settle'] = (upTo = 'settled') => runBank({ platform }, { upTo })
  const person = async (setUp: (userId: string) => Promise<void>) => {
    const email = `${randomUUID()}@people.test`
    const userId = await db.transaction(system, async (tx) => {
      const user = await app.auth.createUser(tx, { email, password: PASSWORD })
      return user.id
    })
    await setUp(userId)
    const token = await signIn(email)
    return { userId, email, token, api: apiFor(token), settle }
  }
  return {
    platform,
    app,
    visitor: apiFor(),
    apiFor,
    supabase: supabaseClient(config.publicUrl, fetchApp),
    fetch: (path, init) => fetchApp(config.publicUrl + path, init),
    member: async (side) => {
      const organization = await makeOrganization(platform, side)
      const made = await person((userId) => enroll(platform, userId, organization.id, side))
      return { ...made, organization }
    },
    colleague: async ({ organization }, standing) => {
      const made = await person((userId) => joinAs(platform, userId, organization.id, standing))
      return { ...made, organization }
    },
    stranger: () => person(async () => {}),
    staff: () =>
      person((userId) =>
        db.transaction(system, async (tx) => {
          await tx
            .insertInto('user_roles')
            .values({ user_id: userId, role: 'super_admin' })
            .execute()
        }),
      ),
    close: async () => {
      await app.close()
      await db.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>

function apiClient(url: string, fetch: Fetch, token?: string): Api {
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {}
  return createORPCClient(new RPCLink({ url: `${url}/api/rpc`, headers, fetch }))
}

function supabaseClient(url: string, fetch: Fetch): SupabaseClient {
  return createClient(url, anonKey, {
    global: { fetch },
    auth: { persistSession: false, autoRefreshToken: false },
  })
}

const sides = (side: 'client' | 'vendor' | 'both') => ({
  is_client: side !== 'vendor',
  is_vendor: side !== 'client',
})

async function makeOrganization({ db }: Platform, side: 'client' | 'vendor' | 'both') {
  const name = `${side} ${randomBytes(3).toString('hex')}`
  return await db.transaction(system, (tx) =>
    createOrganization(
      { tx, now: new Date() },
      {
        name,
        email: `${randomUUID()}@organizations.test`,
        city: 'Berlin',
        country: 'DE',
        industry: 'retail',
        ...sides(side),
      },
    ),
  )
}

async function joinAs(
  { db }: Platform,
  userId: string,
  organization: string,
  standing: 'pending' | 'member' | 'administrator',
): Promise<void> {
  await db.transaction(system, async (tx) => {
    await tx.updateTable('profiles').set({ organization }).where('user_id', '=', userId).execute()
    if (standing === 'pending') return
    const approvedFor = await tx
      .selectFrom('organizations')
      .select(['is_client', 'is_vendor'])
      .where('id', '=', organization)
      .executeTakeFirstOrThrow()
    await admit(tx, userId, approvedFor, standing === 'administrator' ? ['admin'] : [])
  })
}

async function enroll(
  { db }: Platform,
  userId: string,
  organization: string,
  side: 'client' | 'vendor' | 'both',
): Promise<void> {
  await db.transaction(system, async (tx) => {
    await tx.updateTable('profiles').set({ organization }).where('user_id', '=', userId).execute()
    await admit(tx, userId, sides(side))
  })
}
