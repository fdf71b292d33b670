/** Checks a certificate of a delivery or of a draw, or a finding of a dispute, and files that it names, without a network. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import {
  type Certificate,
  certificateLimits,
  conditionText,
  type DrawStatement,
  dataClaimText,
  disclosedFacts,
  type Finding,
  findingOutcomeLabels,
  formatDollars,
  foundText,
  guaranteeText,
  type KeySet,
  keySet,
  measuredTexts,
  statementTexts,
  verifyCertificate,
  verifyDraw,
  verifyFinding,
  verifyMeasured,
} from '@semblance/contract'

/** `code` is for the shell. 0: all is as certified; 1: something is not; 3: it could not be checked. */
export type Verdict = { code: 0 | 1 | 3; lines: string[] }

const USAGE = 'npm run verify:certificate -- CERTIFICATE --keys KEYS.json [FILES...]'

/** `args` as the command takes them. */
export async function verifyFiles(args: string[]): Promise<Verdict> {
  try {
    const { jws, keys, files } = await readInputs(args)
    const signed = await verifyAny(jws, keys)
    if (signed.state === 'unreadable')
      return failed(
        'This is no certificate or finding that can be read: it is damaged, or something else.',
      )
    const { kid, kind } = signed
    if (signed.state === 'unknown_key')
      return failed(
        `Signed by a key that is not among the published ones (${kid}). Fetch the keys again; if it stays unknown, the ${kind} is not genuine.`,
      )
    if (signed.state === 'altered')
      return failed(
        `The signature${kind === 'certificate' ? ', or what is disclosed,' : ''} does not fit: the ${kind} was altered after it was signed.`,
      )
    const checked = []
    for (const path of files) checked.push(await checkFile(path, signed.files))
    return {
      code: signed.holds && checked.every(({ fits }) => fits) ? 0 : 1,
      lines: [...signed.summary, ...checked.map(({ line }) => line)],
    }
  } catch (error) {
    if (error instanceof Refusal) return { code: 3, lines: [error.message] }
    throw error
  }
}

class Refusal extends Error {}

type NamedFile = { name: string; sha256: string; bytes?: number }

/** Verifies a certificate, a finding or a draw, whichever it is. */
async function verifyAny(jws: string, keys: KeySet) {
  const verified = await verifyCertificate(jws, keys)
  if (verified.state !== 'unreadable') {
    const { certificate, ...found } = verified
    const { files } = certificate
    const stated = await verifyMeasured(certificate)
    const lines = stated ? [statementTexts[stated.state]] : []
    const holds = !stated || stated.state === 'holds'
    const all = [...summary(certificate, found), ...lines]
    return { ...found, kind: 'certificate', files, holds, summary: all }
  }
  const drawn = await verifyDraw(jws, keys)
  if (drawn.state !== 'unreadable') {
    const { payload, state, kid } = drawn
    const { files } = payload
    const lines = drawLines(payload, kid)
    return { state, kid, kind: 'certificate', files, holds: true, summary: lines }
  }
  const found = await verifyFinding(jws, keys)
  if (found.state === 'unreadable') return found
  const { payload, state, kid } = found
  return {
    state,
    kid,
    kind: 'finding',
    files: payload.files,
    holds: true,
    summary: findingLines(payload, kid),
  }
}

const failed = (line: string): Verdict => ({ code: 1, lines: [line] })

async function readInputs(args: string[]): Promise<{ jws: string; keys: KeySet; files: string[] }> {
  const { values, positionals } = parse(args)
  const [certificatePath, ...files] = positionals
  if (!certificatePath || !values.keys) throw new Refusal(`Usage: ${USAGE}`)
  return { jws: await read(certificatePath), keys: readKeys(await read(values.keys)), files }
}

function parse(args: string[]) {
  try {
    return parseArgs({ args, options: { keys: { type: 'string' } }, allowPositionals: true })
  } catch (error) {
    throw new Refusal(`${(error as Error).message}\nUsage: ${USAGE}`)
  }
}

async function read(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    throw unreadable(path, error)
  }
}

function readKeys(text: string): KeySet {
  try {
    return keySet.parse(JSON.parse(text))
  } catch {
    throw new Refusal('The file after --keys is no set of keys, as published in JSON.')
  }
}

async function checkFile(path: string, files: NamedFile[]) {
  const { sha256, bytes } = await digest(path)
  const name = basename(path)
  const match = files.find(
    (file) => file.sha256 === sha256 && (file.bytes === undefined || file.bytes === bytes),
  )
  if (match)
    return {
      fits: true,
      line: `${name}: as certified${match.name === name ? '' : ` (as ${match.name})`}.`,
    }
  const isNamed = files.some((file) => file.name === name)
  return {
    fits: false,
    line: isNamed
      ? `${name}: NOT as certified. Its content has changed.`
      : `${name}: NOT among the certified files.`,
  }
}

async function digest(path: string): Promise<{ sha256: string; bytes: number }> {
  const hash = createHash('sha256')
  let bytes = 0
  try {
    await pipeline(createReadStream(path), async (chunks) => {
      for await (const chunk of chunks) {
        hash.update(chunk)
        bytes += chunk.length
      }
    })
  } catch (error) {
    throw unreadable(path, error)
  }
  return { sha256: hash.digest('hex'), bytes }
}

const unreadable = (path: string, error: unknown) =>
  new Refusal(`${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`)

function summary(
  certificate: Certificate,
  { kid, undisclosed }: { kid: string; undisclosed: number },
): string[] {
  const { files, destruction, log } = certificate
  return [
    `Valid: certificate ${certificate.jti}, signed by ${certificate.iss} with key ${kid}.`,
    ...(certificate.sample
      ? ['It belongs to the sample marketplace: its companies are made up.']
      : []),
    `Issued ${new Date(certificate.iat * 1000).toISOString()} ${purposeOf(certificate)}.`,
    ...(certificate.listing ? [certificate.listing.statement] : []),
    `It names ${files.length} files: ${files.map(({ name }) => name).join(', ')}.`,
    ...(log && log.entries.length > 0
      ? [
          `It names ${log.entries.length} ${log.entries.length === 1 ? 'step' : 'steps'} of the deal that came before it in the log ${log.origin}.`,
        ]
      : []),
    ...(destruction ? [`${destruction.at}: ${destruction.statement}`] : []),
    ...measuredTexts(certificate),
    ...disclosedFacts(certificate).map(({ label, value }) => `${label}: ${value}`),
    ...(undisclosed > 0
      ? [`It commits to ${undisclosed} more claims, which this copy does not disclose.`]
      : []),
    certificateLimits,
  ]
}

/** Names the deal or the listing of certified data. */
const purposeOf = ({ contract, client, vendor, listing }: Certificate) =>
  contract && client
    ? `for contract ${contract.id} (${contract.title}), ${vendor.name} to ${client.name}`
    : `for a listing of ${vendor.name}${listing ? ` (${listing.title})` : ''}`

/** Lists what a finding states: every claim with its outcome and figures, and the proposed split. */
function findingLines(stated: Finding, kid: string): string[] {
  const { contract, client, vendor, files, engine, split } = stated
  return [
    `Valid: finding ${stated.jti}, signed by ${stated.iss} with key ${kid}.`,
    ...(stated.sample ? ['It belongs to the sample marketplace: its companies are made up.'] : []),
    `Measured ${new Date(stated.iat * 1000).toISOString()} with ${engine.name} ${engine.version} for dispute ${stated.dispute} about contract ${contract.id} (${contract.title}), ${vendor.name} to ${client.name}.`,
    `It names ${files.length} files of certificate ${stated.certificate}: ${files.map(({ name }) => name).join(', ')}.`,
    ...stated.claims.map(
      (claim) =>
        `${dataClaimText(claim.claim)}: ${findingOutcomeLabels[claim.outcome]}. ${foundText(claim)}`,
    ),
    split
      ? `It proposes ${formatDollars(BigInt(split.toVendorCents))} to the vendor and ${formatDollars(BigInt(split.toClientCents))} back to the client, and decides nothing.`
      : 'It proposes no split, and decides nothing.',
  ]
}

/** Lists what the certificate of a draw states: model, seed and conditions, tables, and what the rows are not. */
function drawLines(stated: DrawStatement, kid: string): string[] {
  const { contract, client, vendor, engine, model, conditions, seed, tables } = stated
  return [
    `Valid: draw ${stated.number} (${stated.jti}), signed by ${stated.iss} with key ${kid}.`,
    ...(stated.sample ? ['It belongs to the sample marketplace: its companies are made up.'] : []),
    `Drawn ${new Date(stated.iat * 1000).toISOString()} with ${engine.name} ${engine.version}, seed ${seed}, under contract ${contract.id} (${contract.title}), ${vendor.name} to ${client.name}.`,
    `From the model ${model.sha256} of certificate ${stated.certificate}${boundOf(model)}.`,
    ...tables.map(({ file, records }) => `${file}: ${records.toLocaleString('en-US')} rows.`),
    ...(conditions.length > 0 ? [`Conditions: ${conditions.map(conditionText).join(', ')}.`] : []),
    ...stated.statements,
  ]
}

function boundOf({ guarantee, measuredByVendor }: DrawStatement['model']): string {
  if (!guarantee) return ''
  return `: ${guaranteeText(guarantee)}${measuredByVendor ? ', as the vendor states' : ''}`
}
