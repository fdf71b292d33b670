import { Search } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { Input } from '@/components/ui/input.tsx'
import { cn } from '@/lib/cn.ts'
import { useIsLeaving } from '@/lib/pages/use-go-on.ts'

const pauseMs = 250

type SearchInputProps = {
  /** Labels the input for screen readers: "Search DPRs". */
  label: string
  value: string
  /** Called after a short pause in typing. */
  onChange: (value: string) => void
  placeholder: string
  className?: string
}

export function SearchInput({ label, value, onChange, placeholder, className }: SearchInputProps) {
  const [typed, setTyped] = useState(value)
  const [told, setTold] = useState(value)
  const [shown, setShown] = useState(value)

  // A cleared filter or the browser's back button changes the value from outside.
  if (value !== shown) {
    setShown(value)
    if (value !== told) {
      setTold(value)
      setTyped(value)
    }
  }

  const tell = useEffectEvent((next: string) => {
    setTold(next)
    onChange(next)
  })
  // A search that goes into the address would call off the way to a result that was just clicked.
  const isLeaving = useIsLeaving()
  useEffect(() => {
    const next = typed.trim()
    if (isLeaving || next === told) return
    const timer = setTimeout(() => tell(next), pauseMs)
    return () => clearTimeout(timer)
  }, [typed, told, isLeaving])

  return (
    <div className={cn('relative', className)}>
      <Search
        className="absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-muted-foreground"
        aria-hidden
      />
      <Input
        type="search"
        aria-label={label}
        placeholder={placeholder}
        maxLength={200}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        className="pl-8"
      />
    </div>
  )
}
