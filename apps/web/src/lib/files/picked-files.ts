import type { Attachment } from '@semblance/contract'
import { useEffect, useRef, useState } from 'react'
import { type CheckFiles, checkAttachments } from '../forms/check-attachments.ts'
import { sendFile } from './upload-file.ts'

export type PickedFile = {
  key: string
  /** The address of the upload. */
  address: string
  file: File
  sentBytes: number
  /** Set once the server has it. */
  attachment: Attachment | null
  problem: string | null
}

/** Holds the files chosen for one address. */
export type PickedFiles = {
  files: PickedFile[]
  /** The reasons for which some of the last chosen files were rejected. */
  refusals: string[]
  /** The uploaded files; null while a file is being sent or has failed. */
  attachments: Attachment[] | null
  /** Uploads what can be taken. */
  add: (files: readonly File[]) => void
  retry: (picked: PickedFile) => void
  remove: (key: string) => void
  /** Forgets the files, after sending. */
  clear: () => void
}

type PickedOptions = {
  check?: CheckFiles
  /** Go with each upload. */
  headers?: Record<string, string>
  /** Called once the server has a file, which leaves the list. */
  onArrived?: () => void
}

/**
 * Holds files chosen for the next message, or for a list that has them once they have arrived; they upload
 * at once, each to the address it was chosen for.
 */
export function usePickedFiles({
  check = checkAttachments,
  headers,
  onArrived,
}: PickedOptions = {}): (address: string) => PickedFiles {
  const [picked, setPicked] = useState<PickedFile[]>([])
  const [refused, setRefused] = useState<Record<string, string[]>>({})
  const stops = useRef(new Map<string, () => void>())
  useEffect(() => {
    const running = stops.current
    return () => {
      for (const stop of running.values()) stop()
    }
  }, [])

  const edit = (key: string, change: Partial<PickedFile>) =>
    setPicked((all) => all.map((one) => (one.key === key ? { ...one, ...change } : one)))
  const upload = ({ key, address, file }: PickedFile) => {
    const stop = sendFile(address, file, {
      onProgress: (sentBytes) => edit(key, { sentBytes }),
      headers,
      onDone: (attachment) => {
        if (!onArrived) return edit(key, { attachment, sentBytes: file.size })
        remove(key)
        onArrived()
      },
      onFailure: (problem) => edit(key, { problem }),
    })
    stops.current.set(key, stop)
  }
  const retry = (one: PickedFile) => {
    edit(one.key, { problem: null, sentBytes: 0 })
    upload(one)
  }
  const remove = (key: string) => {
    stops.current.get(key)?.()
    stops.current.delete(key)
    setPicked((all) => all.filter((one) => one.key !== key))
  }

  return (address) => {
    const files = picked.filter((one) => one.address === address)
    const setRefusals = (refusals: string[]) =>
      setRefused((all) => ({ ...all, [address]: refusals }))
    return {
      files,
      refusals: refused[address] ?? [],
      attachments: allArrived(files),
      add: (chosen) => {
        const { accepted, refusals } = check(chosen, files.length)
        const added = accepted.map((file) => ({
          key: crypto.randomUUID(),
          address,
          file,
          sentBytes: 0,
          attachment: null,
          problem: null,
        }))
        setPicked((all) => [...all, ...added])
        setRefusals(refusals)
        for (const one of added) upload(one)
      },
      retry,
      remove,
      clear: () => {
        setRefusals([])
        for (const { key } of files) remove(key)
      },
    }
  }
}

function allArrived(files: readonly PickedFile[]): Attachment[] | null {
  const attachments = files.flatMap(({ attachment }) => attachment ?? [])
  return attachments.length < files.length ? null : attachments
}
