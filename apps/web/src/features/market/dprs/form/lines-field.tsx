import { MAX_LINE_LENGTH, MAX_LINES } from '@semblance/contract'
import { Plus, X } from 'lucide-react'
import { type ClipboardEvent, type KeyboardEvent, useEffect, useId, useRef } from 'react'
import { useController, useFormContext } from 'react-hook-form'
import { Button } from '@/components/ui/button.tsx'
import { FieldError } from '@/components/ui/field-error.tsx'
import { Input } from '@/components/ui/input.tsx'
import type { DprFormInput } from './dpr-form-schema.ts'

type LinesFieldProps = {
  name: 'specifications' | 'technicalRequirements' | 'deliverables'
  /** Label the list and one line: "Specifications", "Specification". */
  label: string
  line: string
  hint: string
  placeholder: string
  className?: string
}

/**
 * Edits a list of lines: Enter starts a new one, Backspace in an empty one removes it, a pasted
 * list becomes lines.
 */
export function LinesField({ name, label, line, hint, placeholder, className }: LinesFieldProps) {
  const id = useId()
  const { control } = useFormContext<DprFormInput>()
  const { field, fieldState } = useController({ control, name })
  const lines = field.value.length > 0 ? field.value : ['']
  const inputs = useRef<(HTMLInputElement | null)[]>([])
  const next = useRef<number>(undefined)

  useEffect(() => {
    if (next.current === undefined) return
    inputs.current[next.current]?.focus()
    next.current = undefined
  })

  /** Puts `added` in the place of `removed` lines from `index` on, and the cursor into line `focus`. */
  const change = (index: number, removed: number, added: string[], focus?: number) => {
    next.current = focus
    field.onChange(lines.toSpliced(index, removed, ...added).slice(0, MAX_LINES))
  }

  const remove = (index: number) => change(index, 1, [], Math.max(0, index - 1))

  const onKeyDown = (event: KeyboardEvent, index: number) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') {
      event.preventDefault()
      if (lines.length < MAX_LINES) change(index + 1, 0, [''], index + 1)
    } else if (event.key === 'Backspace' && !lines[index] && lines.length > 1) {
      event.preventDefault()
      remove(index)
    }
  }

  const onPaste = (event: ClipboardEvent, index: number) => {
    const pasted = event.clipboardData
      .getData('text')
      .split(/\r?\n/)
      .map(withoutBullet)
      .filter(Boolean)
    if (pasted.length < 2) return
    event.preventDefault()
    const kept = lines[index] ? [lines[index]] : []
    const cut = pasted.map((text) => text.slice(0, MAX_LINE_LENGTH))
    change(index, 1, [...kept, ...cut], index + kept.length + cut.length - 1)
  }

  return (
    <fieldset aria-describedby={`${id}-note`} className={className}>
      <legend className="mb-1.5 font-medium text-sm">
        {label}
        <span className="font-normal text-muted-foreground"> (optional)</span>
      </legend>
      <ul className="grid gap-2">
        {lines.map((text, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity but their place
          <li key={index} className="flex gap-1.5">
            <Input
              ref={(input) => {
                inputs.current[index] = input
                if (index === 0) field.ref(input)
              }}
              aria-label={`${line} ${index + 1}`}
              aria-invalid={fieldState.invalid || undefined}
              value={text}
              maxLength={MAX_LINE_LENGTH}
              autoComplete="off"
              placeholder={index === 0 ? placeholder : undefined}
              onBlur={field.onBlur}
              onChange={(event) => change(index, 1, [event.target.value])}
              onKeyDown={(event) => onKeyDown(event, index)}
              onPaste={(event) => onPaste(event, index)}
            />
            {lines.length > 1 && (
              <Button
                variant="ghost"
                size="icon"
                aria-label={`Remove ${line.toLowerCase()} ${index + 1}`}
                onClick={() => remove(index)}
              >
                <X aria-hidden />
              </Button>
            )}
          </li>
        ))}
      </ul>
      <div className="mt-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        {fieldState.error?.message ? (
          <FieldError id={`${id}-note`}>{fieldState.error.message}</FieldError>
        ) : (
          <p id={`${id}-note`} className="text-muted-foreground text-xs">
            {hint}
          </p>
        )}
        {lines.length < MAX_LINES && (
          <Button
            variant="ghost"
            size="sm"
            className="-mr-2.5 text-primary"
            onClick={() => change(lines.length, 0, [''], lines.length)}
          >
            <Plus aria-hidden />
            Add {line.toLowerCase()}
          </Button>
        )}
      </div>
    </fieldset>
  )
}

/** Lists copied from a document bring their signs along. */
const withoutBullet = (text: string) => text.replace(/^\s*(?:[-*•·–]|\d+[.)])\s+/, '').trim()
