import { errors, hasRole, maxDeliveryFiles, maxUploadBytes } from '@semblance/contract'
import type { PickedFile } from './picked-files.ts'

export type CheckedFiles = {
  accepted: PickedFile[]
  /** Sentences with the names of the rejected files and the reasons. */
  refusals: string[]
}

/**
 * Splits the files into those that can be sent in addition to the present ones, and
 * rejections. Skips files that systems leave in folders.
 */
export function checkFiles(picked: readonly PickedFile[], presentCount: number): CheckedFiles {
  const visible = picked.filter(({ file }) => !file.name.startsWith('.'))
  const accepted: PickedFile[] = []
  const refusals: string[] = []
  for (const one of visible) {
    const refusal = validationErrorOf(one)
    if (refusal) refusals.push(refusal)
    else accepted.push(one)
  }
  const room = Math.max(0, maxDeliveryFiles - presentCount)
  if (accepted.length > room)
    refusals.push(
      `At most ${maxDeliveryFiles} files go together; ${accepted.length - room} were not added. Put several into a zip.`,
    )
  if (picked.length > 0 && visible.length === 0)
    refusals.push(`No file with data was found. ${errors.file_type_refused.message}`)
  return { accepted: accepted.slice(0, room), refusals }
}

function validationErrorOf({ file, path }: PickedFile): string | null {
  if (!hasRole(file.name, 'upload'))
    return `${path} was not added. ${errors.file_type_refused.message}`
  if (file.size === 0) return `${path} is empty. Choose a file with data in it.`
  if (file.size > maxUploadBytes) return `${path} was not added. ${errors.too_large.message}`
  return null
}
