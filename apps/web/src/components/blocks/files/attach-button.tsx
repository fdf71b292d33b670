import { acceptOf } from '@semblance/contract'
import { type ComponentProps, useRef } from 'react'
import { Button } from '@/components/ui/button.tsx'

type AttachButtonProps = Omit<ComponentProps<typeof Button>, 'onClick'> & {
  onChosen: (files: File[]) => void
}

/** Opens the picker for files of the kinds that may be attached. */
export function AttachButton({ onChosen, ...button }: AttachButtonProps) {
  const picker = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button {...button} onClick={() => picker.current?.click()} />
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        accept={acceptOf('attachment')}
        aria-label="Files to attach"
        onChange={({ target }) => {
          onChosen([...(target.files ?? [])])
          target.value = '' // so that choosing the same file again is a change
        }}
      />
    </>
  )
}
