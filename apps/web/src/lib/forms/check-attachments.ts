import {
  errors,
  hasRole,
  kindsOf,
  MAX_ATTACHMENT_BYTES,
  MAX_ATTACHMENTS,
} from '@semblance/contract'

/** Returns the reason for which this file cannot be attached; null when it can. */
export function validationErrorOf(file: Pick<File, 'name' | 'size'>): string | null {
  if (!hasRole(file.name, 'attachment'))
    return `${file.name} was not added. Attach a ${kindsOf('attachment')} file.`
  if (file.size === 0) return `${file.name} is empty.`
  if (file.size > MAX_ATTACHMENT_BYTES)
    return `${file.name} was not added. ${errors.too_large.message} (25 MB)`
  return null
}

/** Splits what was chosen into what is attached and the sentences about the rest. */
export function checkAttachments<Item extends Pick<File, 'name' | 'size'>>(
  chosen: readonly Item[],
  alreadyAttached: number,
): { accepted: Item[]; refusals: string[] } {
  const accepted: Item[] = []
  const refusals: string[] = []
  for (const file of chosen) {
    const refusal = validationErrorOf(file)
    if (refusal) refusals.push(refusal)
    else if (alreadyAttached + accepted.length >= MAX_ATTACHMENTS)
      refusals.push(`${file.name} was not added. At most ${MAX_ATTACHMENTS} files go along.`)
    else accepted.push(file)
  }
  return { accepted, refusals }
}
