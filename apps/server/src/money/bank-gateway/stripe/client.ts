/** Stripe's API as far as the bank needs it: form-encoded, under one pinned version, one try a call. */
import { z } from 'zod'

export type StripeSettings = {
  secretKey: string
  /** One for each endpoint at Stripe: the platform's own events, and those of connected accounts. */
  webhookSecrets: string[]
  apiBase: string
}

/** Pins Stripe's version, regardless of the account's own or Stripe's default. */
export const STRIPE_VERSION = '2026-08-26.dahlia'

/** Longer than Stripe takes for a confirmation; a call that runs out of time may have happened. */
const TIMEOUT_MS = 30_000

export type Params = { [name: string]: Value }
type Value = string | number | bigint | boolean | undefined | Params | string[]

export type Stripe = {
  /** `account`: asks as that connected account. */
  get: <T>(schema: z.ZodType<T>, path: string, query?: Params, account?: string) => Promise<T>
  /** Stripe answers a repeated key with what it answered first, for 24 hours. */
  post: <T>(schema: z.ZodType<T>, path: string, body: Params, key: string) => Promise<T>
}

/** Stripe's own no. A time-out or a lost connection is none: it stays the error that it was. */
export class StripeError extends Error {
  readonly status: number
  readonly type: string
  readonly code: string | null
  /** True if Stripe does not serve the country of the request. */
  readonly isAboutCountry: boolean

  constructor(status: number, body: unknown) {
    const { error } = refusal.catch({ error: {} }).parse(body)
    const code = error.decline_code ?? error.code ?? null
    super(`Stripe answered ${status} (${code ?? error.type ?? 'no code'}).`)
    this.status = status
    this.type = error.type ?? 'api_error'
    this.code = code
    this.isAboutCountry = error.param === 'country' || code === 'country_unsupported'
  }
}

const text = z.string().optional()
const refusal = z.object({
  error: z.object({ type: text, code: text, decline_code: text, param: text }),
})

export function openStripe({ secretKey, apiBase }: StripeSettings): Stripe {
  const headers = { authorization: `Bearer ${secretKey}`, 'stripe-version': STRIPE_VERSION }
  const ask = async <T>(schema: z.ZodType<T>, path: string, init: RequestInit): Promise<T> => {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const response = await fetch(apiBase + path, { ...init, signal })
    const body: unknown = await response.json().catch(() => null)
    if (!response.ok) throw new StripeError(response.status, body)
    return schema.parse(body)
  }
  return {
    get: (schema, path, query = {}, account) =>
      ask(schema, `${path}?${formOf(query)}`, {
        headers: account ? { ...headers, 'stripe-account': account } : headers,
      }),
    post: (schema, path, body, key) =>
      ask(schema, path, {
        method: 'POST',
        headers: { ...headers, 'idempotency-key': key },
        body: formOf(body),
      }),
  }
}

/** `{ metadata: { key: 'k' } }` becomes `metadata[key]=k`. */
function formOf(params: Params): URLSearchParams {
  const form = new URLSearchParams()
  const add = (name: string, value: Value): void => {
    if (value === undefined) return
    if (Array.isArray(value)) for (const one of value) form.append(`${name}[]`, one)
    else if (typeof value === 'object')
      for (const [key, inner] of Object.entries(value)) add(`${name}[${key}]`, inner)
    else form.append(name, String(value))
  }
  for (const [name, value] of Object.entries(params)) add(name, value)
  return form
}
