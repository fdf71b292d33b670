import type { Conversation } from '@semblance/contract'
import { Paperclip, Send } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId } from 'react'
import { AttachButton } from '@/components/blocks/files/attach-button.tsx'
import { FileRefusals, PickedFileList } from '@/components/blocks/files/picked-file-list.tsx'
import { Button } from '@/components/ui/button.tsx'
import { FieldError } from '@/components/ui/field-error.tsx'
import { cn } from '@/lib/cn.ts'
import type { PickedFiles } from '@/lib/files/picked-files.ts'
import { isWide } from '../use-wide-layout.ts'
import { sends } from './composer-keys.ts'
import { useMessageForm } from './use-message-form.ts'
import type { Outbox } from './use-outbox.ts'

type ComposerProps = {
  conversation: Conversation
  outbox: Outbox
  picked: PickedFiles
  onAttach: (chosen: File[]) => void
}

/** Writes a message: Enter sends, Shift+Enter breaks the line. */
export function Composer({ conversation, outbox, picked, onAttach }: ComposerProps) {
  const form = useMessageForm(conversation, outbox, picked)
  const { field, problem } = form
  const problemId = useId()
  useEffect(() => {
    if (isWide()) field.current?.focus()
  }, [field])

  const onKeyDown = (event: KeyboardEvent) => {
    const { key, shiftKey, altKey, nativeEvent } = event
    if (!sends({ key, shiftKey, altKey, isComposing: nativeEvent.isComposing })) return
    event.preventDefault()
    form.send()
  }
  return (
    <form
      noValidate
      aria-label="New message"
      onSubmit={(event) => {
        event.preventDefault()
        form.send()
      }}
      className="shrink-0 border-t bg-popover p-3 max-md:pb-[max(0.75rem,env(safe-area-inset-bottom))] md:p-4"
    >
      <PickedFileList picked={picked} className="mb-2 max-h-44 overflow-y-auto" />
      <FileRefusals picked={picked} className="mb-2" />
      <div
        className={cn(
          'flex items-end gap-1 rounded-sm border border-input bg-card p-1.5 focus-within:outline-2 focus-within:outline-ring',
          problem && 'border-destructive',
        )}
      >
        <AttachButton variant="ghost" size="icon-sm" aria-label="Attach files" onChosen={onAttach}>
          <Paperclip aria-hidden />
        </AttachButton>
        <textarea
          {...form.control}
          rows={1}
          aria-label="Message"
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? problemId : undefined}
          placeholder={`Write to ${conversation.counterpart.name}`}
          enterKeyHint="send"
          onKeyDown={onKeyDown}
          onPaste={(event) => onAttach([...event.clipboardData.files])}
          className="field-sizing-content max-h-40 min-w-0 flex-1 resize-none bg-transparent px-1 py-2 text-[16px] outline-none placeholder:text-muted-foreground md:py-1 md:text-base"
        />
        <Button
          type="submit"
          size="icon-sm"
          aria-label="Send message"
          title={form.isWaiting ? 'Files are still being sent' : undefined}
          disabled={!form.canSend}
        >
          <Send aria-hidden />
        </Button>
      </div>
      {problem && (
        <div className="mt-1.5">
          <FieldError id={problemId}>{problem}</FieldError>
        </div>
      )}
    </form>
  )
}
