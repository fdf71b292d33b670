import {
  errors,
  hasRole,
  kindsOf,
  MAX_ATTACHMENT_BYTES,
  MAX_ATTACHMENTS,
  maxDocumentBytes,
} from '@semblance/contract'

/** Splits what was chosen into what is attached and the sentences about the rest. */
export type CheckFiles = <Item extends Pick<File, 'name' | 'size'>>(
  chosen: readonly Item[],
  alreadyAttached: number,
) => { accepted: Item[]; refusals: string[] }

const MB = 1024 ** 2

type Rules = { role: 'attachment' | 'document'; verb: string; maxBytes: number }
const attachments: Rules = { role: 'attachment', verb: 'Attach', maxBytes: MAX_ATTACHMENT_BYTES }
const documents: Rules = { role: 'document', verb: 'Choose', maxBytes: maxDocumentBytes }

/** Returns the reason for which this file cannot be taken; null when it can. */
export function validationErrorOf(
  file: Pick<File, 'name' | 'size'>,
  { role, verb, maxBytes }: Rules = attachments,
): string | null {
  if (!hasRole(file.name, role))
    return `${file.name} was not added. ${verb} a ${kindsOf(role)} file.`
  if (file.size === 0) return `${file.name} is empty.`
  if (file.size > maxBytes)
    return `${file.name} was not added. ${errors.too_large.message} (${maxBytes / MB} MB)`
  return null
}

const checkWith =
  (rules: Rules, most: number): CheckFiles =>
  (chosen, alreadyAttached) => {
    const accepted: (typeof chosen)[number][] = []
    const refusals: string[] = []
    for (const file of chosen) {
      const refusal = validationErrorOf(file, rules)
      if (refusal) refusals.push(refusal)
      else if (alreadyAttached + accepted.length >= most)
        refusals.push(`${file.name} was not added. At most ${most} files go along.`)
      else accepted.push(file)
    }
    return { accepted, refusals }
  }

export const checkAttachments = checkWith(attachments, MAX_ATTACHMENTS)

/** Returns the check of documents, of which there may be so many. */
export const checkDocuments = (most: number): CheckFiles => checkWith(documents, most)
