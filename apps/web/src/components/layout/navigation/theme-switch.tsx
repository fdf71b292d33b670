import { Monitor, Moon, Sun } from 'lucide-react'
import { DropdownMenuRadioGroup, DropdownMenuRadioItem } from '@/components/ui/dropdown-menu.tsx'
import { setTheme, type ThemePreference, useTheme } from './theme.ts'

const choices: { value: ThemePreference; label: string; icon: typeof Sun }[] = [
  { value: 'light', label: 'Light', icon: Sun },
  { value: 'dark', label: 'Dark', icon: Moon },
  { value: 'system', label: 'System', icon: Monitor },
]

/** Selects one of three themes, as a row inside a menu. */
export function ThemeSwitch() {
  const theme = useTheme()
  return (
    <DropdownMenuRadioGroup
      value={theme}
      aria-label="Theme"
      className="m-1 grid grid-cols-3 gap-0.5 rounded-sm border bg-muted p-0.5"
    >
      {choices.map(({ value, label, icon }) => (
        <DropdownMenuRadioItem
          key={value}
          value={value}
          icon={icon}
          // The menu stays open, so that the effect can be seen and undone.
          onSelect={(event) => {
            event.preventDefault()
            setTheme(value)
          }}
          className="justify-center gap-1 px-1 text-xs data-[state=checked]:bg-card data-[state=checked]:shadow-raised data-[state=checked]:ring-1 data-[state=checked]:ring-border-strong md:min-h-7 [&_svg]:size-3.5"
        >
          {label}
        </DropdownMenuRadioItem>
      ))}
    </DropdownMenuRadioGroup>
  )
}
