import { usePickedFiles } from '@/lib/files/picked-files.ts'

/**
 * Holds the files chosen for the next statement on a contract; `ids` is null while one is uploading
 * or has failed.
 */
export function useEvidence(contractId: string) {
  const picked = usePickedFiles()(`/api/contracts/${contractId}/evidence`)
  return { picked, ids: picked.attachments?.map(({ id }) => id) ?? null }
}
