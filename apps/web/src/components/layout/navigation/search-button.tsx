import { Search } from 'lucide-react'
import { cn } from '@/lib/cn.ts'
import { paletteShortcut, usePalette } from '@/lib/pages/palette-context.ts'
import { iconButtonClasses } from '../container.ts'

/** Opens the palette; looks like a field on wide screens, like an icon on narrow ones. */
export function SearchButton() {
  const palette = usePalette()
  return (
    <button
      type="button"
      onClick={palette.open}
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K /"
      className={cn(
        iconButtonClasses,
        'print:hidden xl:mr-1 xl:flex xl:w-52 xl:items-center xl:gap-2 xl:border xl:border-input xl:bg-background xl:px-2.5 xl:text-sm',
      )}
    >
      <Search className="size-[18px] xl:size-4" aria-hidden />
      <span className="max-xl:sr-only">Search</span>
      <kbd
        aria-hidden
        className="mono ml-auto rounded-xs border bg-card px-1 text-xs leading-4 max-xl:hidden"
      >
        {paletteShortcut}
      </kbd>
    </button>
  )
}
