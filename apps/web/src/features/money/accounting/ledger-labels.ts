import { ledgerEntryLabel } from '@semblance/contract'
import { titleCase } from '@/lib/format.ts'

/** "escrow_frozen" -> "Escrow frozen" */
export const kindLabel = (kind: string) => {
  const words = titleCase(kind).toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Shortens the organization's long ID in an account's code: "payable:9f2c…" */
export function shortCode(code: string) {
  const [kind, subject] = code.split(':') as [string, string | undefined]
  if (!subject) return kind
  return `${kind}:${subject.length > 20 ? `${subject.slice(0, 8)}…` : subject}`
}

export const entryLabel = ledgerEntryLabel
