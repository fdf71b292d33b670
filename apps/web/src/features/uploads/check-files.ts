import {
  errors,
  hasUploadExtension,
  maxDeliveryFiles,
  maxUploadBytes,
  uploadExtensions,
} from '@semblance/contract'
import type { PickedFile } from './picked-files.ts'

export type CheckedFiles = {
  accepted: PickedFile[]
  /** Why others were not added, in sentences that name them. */
  refusals: string[]
}

/** Which of the files can be delivered beside those that are there; what systems leave in folders is passed over. */
export function checkFiles(picked: readonly PickedFile[], presentCount: number): CheckedFiles {
  const visible = picked.filter(({ file }) => !file.name.startsWith('.'))
  const accepted: PickedFile[] = []
  const refusals: string[] = []
  for (const one of visible) {
    const refusal = refusalOf(one)
    if (refusal) refusals.push(refusal)
    else accepted.push(one)
  }
  const room = Math.max(0, maxDeliveryFiles - presentCount)
  if (accepted.length > room)
    refusals.push(
      `A delivery has at most ${maxDeliveryFiles} files; ${accepted.length - room} were not added. Put several into a zip.`,
    )
  if (picked.length > 0 && visible.length === 0)
    refusals.push(`No file to deliver was found. Upload ${uploadExtensions.join(', ')} files.`)
  return { accepted: accepted.slice(0, room), refusals }
}

function refusalOf({ file, path }: PickedFile): string | null {
  if (!hasUploadExtension(file.name))
    return `${path} was not added. ${errors.file_type_refused.message}`
  if (file.size === 0) return `${path} is empty. Choose a file with data in it.`
  if (file.size > maxUploadBytes) return `${path} was not added. ${errors.too_large.message}`
  return null
}
