import { authorizationHeader } from '../api/api.ts'

/** Saves data made in the browser, or fetched into it, as a download. */
export function saveFile(fileName: string, content: BlobPart, type: string): void {
  const url = URL.createObjectURL(new Blob([content], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  // Revoked after the browser has begun to read it.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

/** Saves a PDF that the API makes for the caller: `/api/contracts/CTR-2001/contract.pdf`. Throws when it is refused. */
export async function savePdf(path: string, fileName: string): Promise<void> {
  saveFile(fileName, await fetchMade(path), 'application/pdf')
}

/** Saves an archive that the API makes for the caller. Throws when it is refused. */
export async function saveArchive(path: string, fileName: string): Promise<void> {
  saveFile(fileName, await fetchMade(path), 'application/zip')
}

async function fetchMade(path: string): Promise<Blob> {
  const response = await fetch(path, { headers: await authorizationHeader() })
  if (!response.ok) throw new Error(`${path} answered ${response.status}.`)
  return await response.blob()
}
