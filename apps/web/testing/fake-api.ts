/**
 * Answers the procedures that a test names. `fakeApi({ 'offers.accept': { contractId: 'CTR-7' } })` takes
 * sketches or functions of the input, completes them by the contract's output schema and checks them against it.
 * A call without an answer, or an answer against the contract, fails the test by name.
 */
import { ORPCError, ValidationError } from '@orpc/server'
import { type ErrorCode, type ErrorDetail, errors, type LiveEvent } from '@semblance/contract'
import { vi } from 'vitest'
import type { z } from 'zod'
import type { Connection } from '@/lib/api/api-fetch.ts'
import { example } from './example.ts'
import { patienceMs } from './patience.ts'
import {
  type InputOf,
  type OutputOf,
  type ProcedureName,
  procedures,
  type Sketch,
} from './procedures.ts'

type Answer<Name extends ProcedureName> =
  | Sketch<OutputOf<Name>>
  | ((input: InputOf<Name>) => Sketch<OutputOf<Name>> | Promise<Sketch<OutputOf<Name>>>)

export type Answers = { [Name in ProcedureName]?: Answer<Name> }

/** Answers a request that is none of the contract's: `'POST /rest/v1/business_applications'`. */
export type HttpAnswer = (request: Request) => Response | Promise<Response>

type Call = { name: ProcedureName; input: unknown }
type Reply = (input: unknown) => unknown

export class FakeApi {
  readonly #answers = new Map<string, Reply>()
  readonly #http = new Map<string, HttpAnswer>()
  readonly #calls: Call[] = []
  readonly #held = new Map<string, Promise<void>>()
  readonly #listeners = new Set<(event: LiveEvent) => void>()
  /** Lists faults that fail the test at its end. */
  readonly faults: string[] = []
  /** Requests that have not been answered, held ones excepted. */
  waiting = 0
  connection: Connection = 'online'

  /** Adds answers, or replaces earlier ones, from now on. */
  answer(answers: Answers): this {
    for (const [name, answer] of Object.entries(answers)) {
      const reply = typeof answer === 'function' ? (answer as Reply) : () => answer
      this.#answers.set(name, reply)
    }
    return this
  }

  /** Adds answers to what nothing answers yet. */
  provide(answers: Answers): this {
    const missing = Object.entries(answers).filter(([name]) => !this.#answers.has(name))
    return this.answer(Object.fromEntries(missing))
  }

  /** Answers plain requests by method and path. */
  answerHttp(answers: Record<string, HttpAnswer>): this {
    for (const [request, answer] of Object.entries(answers)) this.#http.set(request, answer)
    return this
  }

  /** Returns the inputs that were sent to a procedure, oldest first, refused ones included. */
  calls<Name extends ProcedureName>(name: Name): InputOf<Name>[] {
    return this.#calls
      .filter((call) => call.name === name)
      .map(({ input }) => input as InputOf<Name>)
  }

  /** Lets a procedure's answers wait until the returned function is called. */
  hold(name: ProcedureName): () => void {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#held.set(name, promise)
    return () => {
      this.#held.delete(name)
      resolve()
    }
  }

  /** Takes the network away, or the server behind it. */
  disconnect(how: Exclude<Connection, 'online'>): void {
    this.connection = how
    if (how === 'offline') setOnline(false)
  }

  /** Gives both back. */
  reconnect(): void {
    this.connection = 'online'
    setOnline(true)
  }

  /** Sends an event to the open page, as soon as that listens. */
  async emit(event: LiveEvent): Promise<void> {
    await vi.waitUntil(() => this.#listeners.size > 0, { timeout: patienceMs })
    for (const listener of this.#listeners) listener(event)
  }

  /** Returns how many event streams are open. */
  get openStreams(): number {
    return this.#listeners.size
  }

  onEvent(listener: (event: LiveEvent) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Notes a call as it was sent, whether or not the contract takes it. */
  record(name: string, input: unknown): void {
    this.#calls.push({ name: name as ProcedureName, input })
  }

  /** Runs one call as the server would; throws what the browser is to receive. */
  async run(name: string, input: unknown): Promise<unknown> {
    const reply = this.#answers.get(name)
    if (!reply) {
      this.faults.push(
        `The page called ${name}(${printed(input)}), for which the test has no answer: fakeApi({ '${name}': … })`,
      )
      throw internal()
    }
    this.waiting -= 1
    await this.#held.get(name)
    this.waiting += 1
    const answer = await reply(input)
    const schema = procedures.get(name)?.['~orpc'].outputSchema as z.ZodType | undefined
    return schema ? this.#checked(name, schema, answer) : answer
  }

  #checked(name: string, schema: z.ZodType, answer: unknown): unknown {
    const whole = example(schema, answer)
    const { success, error } = schema.safeParse(whole)
    if (success) return whole
    for (const { path, message } of error.issues)
      this.faults.push(
        `The answer to ${name} breaks its contract at ${path.join('.') || 'the top'}: ${message} (is ${printed(at(whole, path))})`,
      )
    throw internal()
  }

  /** Answers a request outside the contract, or returns null where the test has no answer. */
  async runHttp(request: Request): Promise<Response | null> {
    const { pathname } = new URL(request.url)
    return (await this.#http.get(`${request.method} ${pathname}`)?.(request)) ?? null
  }
}

const at = (value: unknown, path: PropertyKey[]) =>
  path.reduce<unknown>((part, key) => (part as Record<PropertyKey, unknown>)?.[key], value)

const printed = (value: unknown) =>
  JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? `${part}n` : part)) ?? ''

function setOnline(isOnline: boolean): void {
  if (navigator.onLine === isOnline) return
  Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => isOnline })
  window.dispatchEvent(new Event(isOnline ? 'online' : 'offline'))
}

let current: FakeApi | undefined

/** Returns the API of the running test, which the first call makes, with these answers added. */
export function fakeApi(answers: Answers = {}): FakeApi {
  current ??= new FakeApi()
  return current.answer(answers)
}

export const currentApi = () => current

/** Ends the API of the test that is over, and returns what was wrong with it. */
export function endApi(): string[] {
  const faults = current?.faults ?? []
  current?.reconnect()
  current = undefined
  return [...new Set(faults)]
}

/** Refuses a call with one of the contract's errors: `'offers.accept': refuse('offer_decided')`. */
export function refuse(code: ErrorCode, data?: ErrorDetail): () => never {
  const { status, message } = errors[code]
  return () => {
    throw new ORPCError(code, { status, message, data })
  }
}

const internal = () => new ORPCError('internal', { status: 500, message: errors.internal.message })

/** Turns what oRPC says about a malformed input into the server's words. */
export function badInput(error: unknown): unknown {
  if (!(error instanceof ORPCError && error.cause instanceof ValidationError)) return error
  const issues = error.cause.issues.map(({ path, message }) => ({
    field: (path ?? []).map((key) => (typeof key === 'object' ? key.key : key)).join('.'),
    message,
  }))
  return new ORPCError('bad_input', {
    status: errors.bad_input.status,
    message: issues
      .map(({ field, message }) => (field ? `${field}: ${message}` : message))
      .join('; '),
    data: { field: issues[0]?.field, issues },
  })
}
