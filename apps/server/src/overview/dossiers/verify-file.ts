/** Verifies a dossier as the command line asks for it, without a network. */
import { readFile, stat } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import {
  bindingTexts,
  certifiedMoneyText,
  type DossierState,
  dossierFindingText,
  dossierLimits,
  dossierStateTexts,
  dossierSubjectLabels,
  formatDollars,
  leafTypeLabels,
  MAX_DOSSIER_BYTES,
  parseVerifierKey,
  parseWitnessKey,
  sampleDossierText,
  type Trusted,
  type VerifierKey,
} from '@semblance/contract'
import { type DossierFacts, verifyDossier } from '@semblance/contract/verify-dossier'

/** `code` is for the shell. 0: valid; 1: something is not as it was signed; 3: that is unknown. */
export type Verdict = { code: 0 | 1 | 3; lines: string[] }

const USAGE =
  'npm run verify:deal -- DOSSIER.zip [--key KEY]... [--witness KEY]... [--checkpoint FILE]...'

const codes: Record<DossierState, Verdict['code']> = {
  valid: 0,
  altered: 1,
  unreadable: 1,
  unknown_key: 3,
  incomplete: 3,
}

/** `args` as the command takes them. */
export async function verifyFile(args: string[]): Promise<Verdict> {
  try {
    const { archive, trusted } = await readInputs(args)
    const { state, findings, facts } = await verifyDossier(archive, trusted)
    const { title, text } = dossierStateTexts[state]
    return {
      code: codes[state],
      lines: [
        `${title}. ${text}`,
        ...findings.map(dossierFindingText),
        ...(facts ? describe(facts) : []),
        dossierLimits,
      ],
    }
  } catch (error) {
    if (error instanceof Refusal) return { code: 3, lines: [error.message] }
    throw error
  }
}

class Refusal extends Error {}

async function readInputs(args: string[]) {
  const { values, positionals } = parse(args)
  const [path, ...others] = positionals
  if (!path || others.length > 0) throw new Refusal(`Usage: ${USAGE}`)
  const keys: VerifierKey[] = []
  for (const given of values.key ?? []) keys.push(await readKey(given, parseVerifierKey))
  const witnesses: VerifierKey[] = []
  for (const given of values.witness ?? []) witnesses.push(await readKey(given, parseWitnessKey))
  const checkpoints: string[] = []
  for (const file of values.checkpoint ?? []) checkpoints.push(String(await read(file)))
  const trusted: Trusted = { keys, witnesses, checkpoints }
  return { archive: await read(path), trusted }
}

function parse(args: string[]) {
  const several = { type: 'string', multiple: true } as const
  try {
    return parseArgs({
      args,
      options: { key: several, witness: several, checkpoint: several },
      allowPositionals: true,
    })
  } catch (error) {
    throw new Refusal(`${(error as Error).message}\nUsage: ${USAGE}`)
  }
}

/** Reads a key that is given as such, or in a file. */
async function readKey(given: string, parse: typeof parseVerifierKey): Promise<VerifierKey> {
  const key = parse(given) ?? parse(String(await read(given)))
  if (!key) throw new Refusal(`${given} holds no such verifier key.`)
  return key
}

async function read(path: string): Promise<Uint8Array<ArrayBuffer> & { toString(): string }> {
  try {
    if ((await stat(path)).size > MAX_DOSSIER_BYTES)
      throw new Refusal(`${path} is larger than any dossier.`)
    return await readFile(path)
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw new Refusal(`${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
}

function describe({
  deal,
  about,
  side,
  issuer,
  sample,
  logs,
  steps,
  sums,
  documents,
  certified,
}: DossierFacts): string[] {
  const { paidInCents, releasedCents, refundedCents, returnedCents, feesCents, heldCents } = sums
  return [
    `${dossierSubjectLabels[about]} ${deal}, as its ${side} sees it, from ${issuer}.`,
    ...(sample ? [sampleDossierText] : []),
    ...logs.map(
      ({ origin, size, key, isTrusted, cosignedBy }) =>
        `Log ${origin}: ${size ?? 'no'} leaves, key ${key}${isTrusted ? '' : ' (not yours)'}${cosignedBy.length > 0 ? `, cosigned by ${cosignedBy.join(', ')}` : ''}.`,
    ),
    ...steps.map(
      ({ place, payload }) => `  ${place}: ${leafTypeLabels[payload.type]}, ${payload.at}`,
    ),
    `${formatDollars(paidInCents)} paid in = ${formatDollars(releasedCents)} released + ${formatDollars(refundedCents)} refunded + ${formatDollars(returnedCents)} returned + ${formatDollars(feesCents)} fees + ${formatDollars(heldCents)} held.`,
    ...certified.flatMap((one) => {
      const text = certifiedMoneyText(one)
      return [...(text ? [text] : []), ...one.attested].map(
        (line) => `Certificate ${one.id}. ${line}`,
      )
    }),
    ...documents.map(({ path, boundBy }) => `  ${path}: ${bindingTexts[boundBy]}`),
  ]
}
