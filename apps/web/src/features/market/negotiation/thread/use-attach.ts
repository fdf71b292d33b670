import { type DragEvent, useRef, useState } from 'react'
import type { PickedFiles } from '@/lib/files/picked-files.ts'
import { useRequireSignIn } from '@/lib/session/require-sign-in.tsx'

/** Takes files that were picked, pasted or dropped. */
export function useAttach(picked: PickedFiles) {
  const signInFirst = useRequireSignIn()
  return (chosen: File[]) => {
    if (chosen.length > 0) signInFirst(() => picked.add(chosen))
  }
}

const bringsFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files')

/** Spread `handlers` onto the area that files may be dropped on. */
export function useFileDrop(onDrop: (files: File[]) => void) {
  const [isOver, setIsOver] = useState(false)
  // Every child that the pointer passes enters and leaves, too.
  const depth = useRef(0)
  const reset = () => {
    depth.current = 0
    setIsOver(false)
  }
  return {
    isOver,
    handlers: {
      onDragEnter: (event: DragEvent) => {
        if (!bringsFiles(event)) return
        depth.current += 1
        setIsOver(true)
      },
      onDragOver: (event: DragEvent) => {
        if (bringsFiles(event)) event.preventDefault()
      },
      onDragLeave: (event: DragEvent) => {
        if (!bringsFiles(event)) return
        depth.current -= 1
        if (depth.current === 0) reset()
      },
      onDrop: (event: DragEvent) => {
        if (!bringsFiles(event)) return
        event.preventDefault()
        reset()
        onDrop([...event.dataTransfer.files])
      },
    },
  }
}
