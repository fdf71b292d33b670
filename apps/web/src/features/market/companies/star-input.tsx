import { Star } from 'lucide-react'
import { useId, useState } from 'react'
import { FieldError } from '@/components/ui/field-error.tsx'
import { cn } from '@/lib/cn.ts'

const meanings = ['Poor', 'Fair', 'Good', 'Very good', 'Excellent']

type StarInputProps = {
  name: string
  value: number | undefined
  onChange: (stars: number) => void
  error?: string
}

/** Shows five radio buttons as stars, with the usual keys and touch. */
export function StarInput({ name, value, onChange, error }: StarInputProps) {
  const noteId = useId()
  const [hovered, setHovered] = useState<number>()
  const shown = hovered ?? value ?? 0
  return (
    <fieldset
      aria-describedby={error ? noteId : undefined}
      onMouseLeave={() => setHovered(undefined)}
    >
      <legend className="font-medium text-sm">Rating</legend>
      <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1">
        <div className="-ml-1 flex">
          {meanings.map((meaning, index) => {
            const stars = index + 1
            return (
              <label
                key={meaning}
                onMouseEnter={() => setHovered(stars)}
                className="relative grid size-10 cursor-pointer place-items-center rounded-sm has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-ring"
              >
                <input
                  type="radio"
                  name={name}
                  value={stars}
                  checked={value === stars}
                  onChange={() => onChange(stars)}
                  aria-label={`${stars} ${stars === 1 ? 'star' : 'stars'}, ${meaning}`}
                  className="absolute inset-0 cursor-pointer opacity-0"
                />
                <Star
                  aria-hidden
                  className={cn(
                    'size-7',
                    stars <= shown ? 'fill-(--brass) text-brass' : 'text-input',
                  )}
                />
              </label>
            )
          })}
        </div>
        <span aria-hidden className="text-base text-muted-foreground">
          {meanings[shown - 1] ?? 'Choose one to five stars'}
        </span>
      </div>
      {error && <FieldError id={noteId}>{error}</FieldError>}
    </fieldset>
  )
}
