import { errors, hasUploadExtension, maxUploadBytes } from '@semblance/contract'

/** The file to deliver, or the sentence that says why these files cannot be one. */
export function checkFiles(files: readonly File[]): { file: File } | { refusal: string } {
  const [file, ...others] = files
  if (!file) return { refusal: 'Please upload at least one file.' }
  if (others.length > 0)
    return { refusal: 'One file per delivery: put several into a zip, or choose one.' }
  if (!hasUploadExtension(file.name))
    return { refusal: `${file.name} was not added. ${errors.file_type_refused.message}` }
  if (file.size === 0) return { refusal: `${file.name} is empty. Choose a file with data in it.` }
  if (file.size > maxUploadBytes)
    return { refusal: `${file.name} was not added. ${errors.too_large.message}` }
  return { file }
}
