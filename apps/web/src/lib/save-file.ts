/** Hands text that was made in the browser over as a download. */
export function saveFile(fileName: string, text: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  // Revoked after the browser has begun to read it.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
