import { Check, ChevronDown } from 'lucide-react'
import { Select as RadixSelect } from 'radix-ui'
import type { ComponentProps, ReactNode } from 'react'
import { cn } from '@/lib/cn.ts'
import { controlClasses } from './control.ts'
import { cspNonce } from './csp-nonce.ts'

export type SelectOption<V extends string = string> = V | { value: V; label: string }

type TriggerProps = Omit<ComponentProps<'button'>, 'value' | 'defaultValue' | 'onChange' | 'prefix'>

export type SelectProps<V extends string = string> = TriggerProps & {
  options: readonly SelectOption<V>[]
  /** '' shows the placeholder. */
  value?: V | ''
  defaultValue?: V
  onValueChange?: (value: V) => void
  placeholder?: string
  /** Muted words before the value, such as "Sort". */
  prefix?: ReactNode
  size?: 'sm' | 'md'
}

export function Select<V extends string = string>({
  options,
  value,
  defaultValue,
  onValueChange,
  placeholder,
  prefix,
  size = 'md',
  className,
  name,
  disabled,
  ...trigger
}: SelectProps<V>) {
  return (
    <RadixSelect.Root
      value={value}
      defaultValue={defaultValue}
      onValueChange={(next) => {
        // Radix also reports '' when a browser's autofill clears its hidden select.
        const known = options.map(optionValue).find((option) => option === next)
        if (known !== undefined) onValueChange?.(known)
      }}
      name={name}
      disabled={disabled}
    >
      <RadixSelect.Trigger
        data-slot="select"
        className={cn(
          controlClasses,
          'flex items-center gap-2 px-3 text-left data-placeholder:text-muted-foreground',
          size === 'sm' ? 'h-[30px] px-2.5 text-sm max-md:h-10 md:text-sm' : 'h-9 max-md:h-11',
          className,
        )}
        {...trigger}
      >
        {prefix && <span className="text-muted-foreground">{prefix}</span>}
        <span className="flex-1 truncate">
          <RadixSelect.Value placeholder={placeholder} />
        </span>
        <RadixSelect.Icon>
          <ChevronDown className="size-4 text-muted-foreground" aria-hidden />
        </RadixSelect.Icon>
      </RadixSelect.Trigger>
      <RadixSelect.Portal>
        <RadixSelect.Content
          position="popper"
          sideOffset={4}
          className="data-[state=open]:fade-in-0 data-[state=open]:slide-in-from-top-1 z-[70] max-h-80 min-w-(--radix-select-trigger-width) overflow-hidden rounded-md border bg-popover p-1 shadow-float duration-[160ms] data-[state=open]:animate-in"
        >
          <RadixSelect.Viewport nonce={cspNonce}>
            {options.map((option) => (
              <RadixSelect.Item
                key={optionValue(option)}
                value={optionValue(option)}
                className="relative flex h-8 items-center rounded-xs pr-3 pl-7 text-base outline-none data-[highlighted]:bg-accent data-[state=checked]:font-medium max-md:h-10"
              >
                <RadixSelect.ItemIndicator className="absolute left-2">
                  <Check className="size-3.5" aria-hidden />
                </RadixSelect.ItemIndicator>
                <RadixSelect.ItemText>
                  {typeof option === 'string' ? option : option.label}
                </RadixSelect.ItemText>
              </RadixSelect.Item>
            ))}
          </RadixSelect.Viewport>
        </RadixSelect.Content>
      </RadixSelect.Portal>
    </RadixSelect.Root>
  )
}

function optionValue<V extends string>(option: SelectOption<V>): V {
  return typeof option === 'string' ? option : option.value
}
