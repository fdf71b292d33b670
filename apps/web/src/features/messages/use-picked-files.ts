import type { Attachment } from '@semblance/contract'
import { useRef, useState } from 'react'
import { checkAttachments } from '@/lib/check-attachments.ts'
import { sendFile } from '@/lib/send-file.ts'

export type PickedFile = {
  key: string
  conversationId: string
  file: File
  sentBytes: number
  /** Set once the server has it. */
  attachment: Attachment | null
  problem: string | null
}

export type PickedFiles = {
  of: (conversationId: string) => PickedFile[]
  /** Why some of what was chosen last was not attached. */
  refusalsIn: (conversationId: string) => string[]
  /** Uploads what can be attached. */
  add: (conversationId: string, files: readonly File[]) => void
  retry: (picked: PickedFile) => void
  remove: (key: string) => void
  /** After sending. */
  clear: (conversationId: string) => void
}

/** Files chosen for the next message of each conversation; they upload at once, also while the dialog is closed. */
export function usePickedFiles(): PickedFiles {
  const [picked, setPicked] = useState<PickedFile[]>([])
  const [refused, setRefused] = useState<{ conversationId: string; refusals: string[] } | null>(
    null,
  )
  const stops = useRef(new Map<string, () => void>())

  const edit = (key: string, change: Partial<PickedFile>) =>
    setPicked((all) => all.map((one) => (one.key === key ? { ...one, ...change } : one)))
  const upload = ({ key, conversationId, file }: PickedFile) => {
    const stop = sendFile(`/api/conversations/${conversationId}/attachments`, file, {
      onProgress: (sentBytes) => edit(key, { sentBytes }),
      onDone: (attachment) => edit(key, { attachment, sentBytes: file.size }),
      onFailure: (problem) => edit(key, { problem }),
    })
    stops.current.set(key, stop)
  }
  const of = (conversationId: string) =>
    picked.filter((one) => one.conversationId === conversationId)

  return {
    of,
    refusalsIn: (conversationId) =>
      refused?.conversationId === conversationId ? refused.refusals : [],
    add: (conversationId, files) => {
      const { accepted, refusals } = checkAttachments(files, of(conversationId).length)
      const added = accepted.map((file) => ({
        key: crypto.randomUUID(),
        conversationId,
        file,
        sentBytes: 0,
        attachment: null,
        problem: null,
      }))
      setPicked((all) => [...all, ...added])
      setRefused(refusals.length > 0 ? { conversationId, refusals } : null)
      for (const one of added) upload(one)
    },
    retry: (one) => {
      edit(one.key, { problem: null, sentBytes: 0 })
      upload(one)
    },
    remove: (key) => {
      stops.current.get(key)?.()
      stops.current.delete(key)
      setPicked((all) => all.filter((one) => one.key !== key))
    },
    clear: (conversationId) => {
      setRefused(null)
      setPicked((all) => all.filter((one) => one.conversationId !== conversationId))
    },
  }
}
