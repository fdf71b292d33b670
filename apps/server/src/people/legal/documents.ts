/** Reads the legal documents, fills in what is particular to this installation, and names their versions. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type LegalDocument,
  type LegalEntry,
  legalActs,
  legalDocuments,
  legalRequired,
  legalTitles,
} from '@semblance/contract'
import { type Config, SettingsError } from '../../platform/config.ts'
import { particularsOf } from './particulars.ts'

/** Describes a document in the version that this server has in force. */
export type DocumentInForce = LegalEntry & { text: string }

/** Holds the templates; LEGAL_DIR names a directory with texts of the operator's own. */
export const templateDir = join(import.meta.dirname, '../../../legal')

const FILE = /^(\d{4}-\d{2}-\d{2})\.md$/
const PLACEHOLDER = /\{\{(.*?)\}\}/g

const known = new WeakMap<Config, DocumentInForce[]>()

/** Returns the documents in force, read once. Throws SettingsError if one is missing or cannot be filled in. */
export function documentsInForce(config: Config): DocumentInForce[] {
  const read = known.get(config) ?? legalDocuments.map((document) => readDocument(config, document))
  known.set(config, read)
  return read
}

/** Returns one document in force. */
export function documentInForce(config: Config, document: LegalDocument): DocumentInForce {
  const found = documentsInForce(config).find((each) => each.document === document)
  if (!found) throw new Error(`there is no document ${document}`)
  return found
}

function readDocument(config: Config, document: LegalDocument): DocumentInForce {
  const dir = join(config.legal.dir ?? templateDir, document)
  const dated = newestIn(dir)
  const template = readFileSync(join(dir, `${dated}.md`), 'utf8')
  const text = fill(template, particularsOf(config), `${document}/${dated}.md`)
  return {
    document,
    title: legalTitles[document],
    version: createHash('sha256').update(text).digest('hex'),
    dated,
    acts: legalActs.filter((act) => legalRequired[act].includes(document)),
    text,
  }
}

function newestIn(dir: string): string {
  let names: string[]
  try {
    names = readdirSync(dir)
  } catch {
    names = []
  }
  const dates = names.flatMap((name) => FILE.exec(name)?.[1] ?? []).sort()
  const newest = dates.at(-1)
  if (!newest) throw new SettingsError([`LEGAL_DIR: ${dir} has no file such as 2026-11-25.md`])
  return newest
}

function fill(template: string, values: Record<string, string>, file: string): string {
  return template.replaceAll(PLACEHOLDER, (_, name: string) => {
    const value = values[name]
    if (value === undefined)
      throw new SettingsError([
        `LEGAL_DIR: ${file} has {{${name}}}; known are ${Object.keys(values).join(', ')}`,
      ])
    return value
  })
}
