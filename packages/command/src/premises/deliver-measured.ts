/** Delivers what is measured on this machine: no row leaves it. */
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { ApiError, refusalOf, until } from '@semblance/client'
import { jsonSha256, type MeasurementStatement, measurementType } from '@semblance/contract'
import { UsageError } from '@semblance/synth/command-line'
import type { Given, Place } from '../command.ts'
import { followProgress } from './follow-progress.ts'
import { readSigningKey, type SigningKey, signPayload } from './signing-key.ts'
import { StateDir, type Subject } from './state.ts'

type Measurement = Awaited<ReturnType<Place['client']['api']['measurements']['get']>>

/** Reserves, measures, sends and signs, from the point at which an earlier call has stopped; waits for the outcome. */
export async function deliverMeasured({ values, words }: Given, place: Place): Promise<void> {
  const { contractId, source, keyPath, statePath } = readOptions(values)
  const key = await readSigningKey(keyPath)
  const engine = await import('@semblance/synth')
  const { inputPaths, database } = engine.inputOf(words, values.table as string[] | undefined)
  const schemaPath = values.schema as string | undefined
  const inputs = { inputPaths, database, ...(await engine.readSchema(schemaPath)) }
  const dir = await StateDir.open(statePath ?? `semblance-${contractId}`, {
    ...{ url: place.url, contractId, source },
    inputs: database
      ? [withoutSecret(database.url), ...database.tables]
      : inputPaths.map((path) => resolve(path)),
    schema: schemaPath === undefined ? null : resolve(schemaPath),
  } satisfies Subject)
  try {
    if (values.abandon) return await abandon(dir, place)
    await deliver(dir, { key, inputs, version: engine.ENGINE_VERSION }, place)
  } finally {
    await dir.close()
  }
}

function readOptions(values: Given['values']) {
  const text = (name: string) => values[name] as string | undefined
  const [contractId, keyPath, known, name] = [
    ...[text('contract'), text('signing-key')],
    ...[text('source'), text('new-source')],
  ]
  const source = known ?? (name === undefined ? undefined : `new ${name}`)
  const isTwice = known !== undefined && name !== undefined
  if (contractId === undefined || keyPath === undefined || source === undefined || isTwice)
    throw new UsageError(
      'To measure on your premises, name --contract, --signing-key, and --source or --new-source. Nothing was sent.',
    )
  return { contractId, source, keyPath, statePath: text('state') }
}

/** The state is no place for a password. */
function withoutSecret(address: string): string {
  if (!URL.canParse(address)) return address
  const url = new URL(address)
  url.password = ''
  return url.toString()
}

type Local = {
  key: SigningKey
  inputs: import('./measure-locally.ts').Inputs
  version: string
}

async function deliver(dir: StateDir, local: Local, place: Place): Promise<void> {
  const { api } = place.client
  const found = await open(dir, local, place)
  if (found.state === 'reserved' || found.state === 'measuring')
    await measureAndState(dir, local, { place, found })
  place.say('Stated. The platform checks the model and draws the twin now.')
  const ended = await until(
    () => api.measurements.get({ measurementId: found.id }),
    ({ state }) => state !== 'stated',
    { everyMs: 2000, timeoutMs: 24 * 3600_000, signal: place.terminal.signal },
  )
  await dir.remove()
  if (ended.state !== 'delivered') throw refusedAs(ended)
  place.answer(withoutKey(ended), 'Delivered. The client has been notified.')
}

const choiceOf = (source: string) =>
  source.startsWith('new ') ? { name: source.slice('new '.length) } : { id: source }

/** Returns the measurement of this directory, reserved now or by an earlier call. Throws once it is over. */
async function open(dir: StateDir, { inputs, version }: Local, place: Place): Promise<Measurement> {
  const { findTables, isMeasured } = await import('./measure-locally.ts')
  const { id, contractId, source } = dir.state
  const model = await isMeasured(dir)
  place.say(model ? 'Goes on from what was measured.' : 'Looks at the tables, on this machine.')
  const tables = model ? [] : await findTables(inputs)
  const reserve = { contractId, id, source: choiceOf(source), tables, engineVersion: version }
  const found = await place.client.api.measurements.reserve(reserve).catch(async (error) => {
    if (dir.isNew && isDefinite(error)) await dir.remove() // nothing was reserved
    throw error
  })
  await dir.save({ sourceId: found.sourceId })
  if (found.state === 'abandoned' || found.state === 'expired') {
    await dir.remove()
    throw new ApiError('measurement_ended', {
      ...{ status: 409, data: {} },
      message:
        'This measurement was given up, or has taken too long. Run the command again to begin a new one.',
    })
  }
  if (found.engine.version !== version)
    throw new UsageError(
      `This measurement goes with engine ${found.engine.version}, and this is ${version}: their twins would differ. Use semblance ${found.engine.version}. Nothing was measured now.`,
    )
  return found
}

const PASSING_STATUSES = new Set([401, 408, 429])
const PASSING_CODES = new Set(['request_in_flight', 'unexpected_answer'])

/** Returns true for a refusal by the API that a later call would meet again; an outage, a limit or a lapsed key is none. */
function isDefinite(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  const { status, code } = error
  if (PASSING_STATUSES.has(status) || PASSING_CODES.has(code)) return false
  return status >= 400 && status < 500
}

async function measureAndState(
  dir: StateDir,
  { key, inputs }: Local,
  { place, found }: { place: Place; found: Measurement },
): Promise<void> {
  const { api } = place.client
  const { evaluateOnce, measureOnce, printInputs } = await import('./measure-locally.ts')
  const measurementId = found.id
  const { declaredSchema } = await import('@semblance/synth')
  const schema = found.schema ? declaredSchema.parse(found.schema) : undefined
  const terms = { epsilon: found.epsilon, seed: found.seed, schema }
  const progress = followProgress(place, (stage, fraction) =>
    api.measurements.report({ measurementId, stage, fraction }),
  )
  const following = { signal: place.terminal.signal, onProgress: progress.show }
  const begin = async () => {
    const prints = await printInputs(inputs, Buffer.from(found.fingerprintKey, 'base64url'))
    await api.measurements.begin({ measurementId, prints })
    await dir.save({ rows: prints.map(({ rows }) => rows) })
  }
  try {
    await measureOnce(dir, inputs, terms, { ...following, begin })
    await evaluateOnce(dir, inputs, terms, following)
  } finally {
    await progress.end()
  }
  place.say('Sends the model, the report and a signed statement.')
  await put(place, `/api/measurements/${measurementId}/model`, dir.file('model.semblance'))
  await put(place, `/api/measurements/${measurementId}/reports`, dir.file('reports.json'))
  if (!dir.state.statement)
    await dir.save({ statement: signPayload(key, measurementType, await payloadOf(dir)) })
  const { statement = '' } = dir.state
  await api.measurements.state({ measurementId, statement }).catch(async (error) => {
    if (error instanceof ApiError) await dir.save({ statement: undefined }) // the next call signs again
    throw error
  })
}

/** Returns what is signed, by hashes of what is sent. */
async function payloadOf(dir: StateDir): Promise<MeasurementStatement> {
  const { id, contractId, sourceId, model, twins, ledger, rows } = dir.state
  if (!model || !twins || !ledger || !sourceId) throw new Error('Nothing was measured yet.')
  const { ENGINE_VERSION } = await import('@semblance/synth')
  return {
    measurement: id,
    contract: contractId,
    source: sourceId,
    iat: Math.floor(Date.now() / 1000),
    model,
    report: jsonSha256(JSON.parse(await readFile(dir.file('reports.json'), 'utf8'))),
    twins,
    rows: rows ?? [],
    engine: { name: '@semblance/synth', version: ENGINE_VERSION },
    ledger,
  }
}

async function put({ client, terminal }: Place, path: string, file: string): Promise<void> {
  const body = new Uint8Array(await readFile(file))
  const headers = { 'content-type': 'application/octet-stream' }
  const response = await client.fetch(path, {
    method: 'PUT',
    headers,
    body,
    signal: terminal.signal,
  })
  if (!response.ok) throw await refusalOf(response)
}

async function abandon(dir: StateDir, place: Place): Promise<void> {
  const { id: measurementId } = dir.state
  const ended = await place.client.api.measurements.abandon({ measurementId }).catch((error) => {
    if (!(error instanceof ApiError) || error.code !== 'not_found') throw error
    if (dir.state.sourceId === undefined) return null // never reserved
    const message =
      'The server knows no such measurement for this key. The directory stays: give it up with a key of the organization that began it, or remove it yourself.'
    throw new ApiError(error.code, { status: error.status, message, data: error.data })
  })
  await dir.remove()
  if (!ended) return place.answer(null, 'Nothing was reserved. The directory is removed.')
  place.answer(
    withoutKey(ended),
    'Given up. If counting had begun, its privacy budget is spent; else it is free again.',
  )
}

/** Keeps the key out of what is printed, which may be stored. */
const withoutKey = ({ fingerprintKey: _, ...rest }: Measurement) => rest

const refusedAs = ({ refusal, reason, state }: Measurement) =>
  new ApiError(refusal ?? (state === 'refused' ? 'terms_missed' : 'measurement_ended'), {
    ...{ status: 409, data: {} },
    message: reason ?? 'The delivery was taken back.',
  })
