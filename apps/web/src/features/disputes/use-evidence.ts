import type { Attachment } from '@semblance/contract'
import { useEffect, useRef, useState } from 'react'
import { checkAttachments } from '@/lib/check-attachments.ts'
import { sendFile } from '@/lib/send-file.ts'

export type EvidenceFile = {
  key: string
  file: File
  sentBytes: number
  /** Set once the server has it. */
  attachment: Attachment | null
  problem: string | null
}

export type Evidence = {
  files: EvidenceFile[]
  /** Why some of what was chosen last was not taken. */
  refusals: string[]
  /** Uploads what can be taken. */
  add: (files: readonly File[]) => void
  retry: (file: EvidenceFile) => void
  remove: (key: string) => void
  /** The IDs to send along; null while a file is on its way or has failed. */
  ids: string[] | null
}

/** Files chosen for the next statement on a contract; they upload at once. */
export function useEvidence(contractId: string): Evidence {
  const [files, setFiles] = useState<EvidenceFile[]>([])
  const [refusals, setRefusals] = useState<string[]>([])
  const stops = useRef(new Map<string, () => void>())
  useEffect(() => {
    const running = stops.current
    return () => {
      for (const stop of running.values()) stop()
    }
  }, [])

  const edit = (key: string, change: Partial<EvidenceFile>) =>
    setFiles((all) => all.map((one) => (one.key === key ? { ...one, ...change } : one)))
  const upload = ({ key, file }: EvidenceFile) => {
    const stop = sendFile(`/api/contracts/${contractId}/evidence`, file, {
      onProgress: (sentBytes) => edit(key, { sentBytes }),
      onDone: (attachment) => edit(key, { attachment, sentBytes: file.size }),
      onFailure: (problem) => edit(key, { problem }),
    })
    stops.current.set(key, stop)
  }
  const isComplete = files.every(({ attachment }) => attachment !== null)
  return {
    files,
    refusals,
    add: (chosen) => {
      const checked = checkAttachments(chosen, files.length)
      setRefusals(checked.refusals)
      const added = checked.accepted.map((file) => ({
        key: crypto.randomUUID(),
        file,
        sentBytes: 0,
        attachment: null,
        problem: null,
      }))
      setFiles((all) => [...all, ...added])
      for (const one of added) upload(one)
    },
    retry: (one) => {
      edit(one.key, { problem: null, sentBytes: 0 })
      upload(one)
    },
    remove: (key) => {
      stops.current.get(key)?.()
      stops.current.delete(key)
      setFiles((all) => all.filter((one) => one.key !== key))
    },
    ids: isComplete ? files.flatMap(({ attachment }) => attachment?.id ?? []) : null,
  }
}
