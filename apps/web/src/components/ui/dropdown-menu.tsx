import type { LucideIcon } from 'lucide-react'
import { DropdownMenu as RadixMenu } from 'radix-ui'
import type { ComponentProps } from 'react'
import { cn } from '@/lib/cn.ts'

/** Opens a menu that is not modal, so that the page behind stays scrollable. */
export function DropdownMenu(props: ComponentProps<typeof RadixMenu.Root>) {
  return <RadixMenu.Root modal={false} {...props} />
}

export const DropdownMenuTrigger = RadixMenu.Trigger
export const DropdownMenuRadioGroup = RadixMenu.RadioGroup

export function DropdownMenuContent({
  className,
  align = 'end',
  ...props
}: ComponentProps<typeof RadixMenu.Content>) {
  return (
    <RadixMenu.Portal>
      <RadixMenu.Content
        align={align}
        sideOffset={6}
        collisionPadding={12}
        className={cn(
          'data-[state=open]:fade-in-0 data-[side=bottom]:slide-in-from-top-1 data-[side=top]:slide-in-from-bottom-1 z-[60] max-h-(--radix-dropdown-menu-content-available-height) min-w-52 overflow-y-auto rounded-md border bg-popover p-1 text-base shadow-float duration-[160ms] data-[state=open]:animate-in',
          className,
        )}
        {...props}
      />
    </RadixMenu.Portal>
  )
}

const itemClasses =
  'flex min-h-10 items-center gap-2.5 rounded-xs px-2 outline-none data-disabled:opacity-50 data-[highlighted]:bg-accent md:min-h-8'

type ItemProps = ComponentProps<typeof RadixMenu.Item> & {
  icon?: LucideIcon
  destructive?: boolean
}

/**
 * Renders a menu item. For a link, use `<DropdownMenuItem
 * asChild><Link>…</Link></DropdownMenuItem>`, with the icon inside the link.
 */
export function DropdownMenuItem({
  className,
  icon: Icon,
  destructive,
  asChild,
  children,
  ...props
}: ItemProps) {
  return (
    <RadixMenu.Item
      asChild={asChild}
      className={cn(
        itemClasses,
        "[&_svg:not([class*='text-'])]:text-muted-foreground [&_svg]:size-4 [&_svg]:shrink-0",
        destructive &&
          'text-destructive data-[highlighted]:bg-st-danger-bg [&_svg]:text-destructive!',
        className,
      )}
      {...props}
    >
      {asChild ? (
        children
      ) : (
        <>
          {Icon && <Icon aria-hidden />}
          {children}
        </>
      )}
    </RadixMenu.Item>
  )
}

export function DropdownMenuLabel({ className, ...props }: ComponentProps<typeof RadixMenu.Label>) {
  return (
    <RadixMenu.Label
      className={cn('px-2 pt-2 pb-1 font-medium text-muted-foreground text-xs', className)}
      {...props}
    />
  )
}

export function DropdownMenuSeparator() {
  return <RadixMenu.Separator className="-mx-1 my-1 h-px bg-border" />
}

type RadioItemProps = ComponentProps<typeof RadixMenu.RadioItem> & { icon?: LucideIcon }

export function DropdownMenuRadioItem({
  className,
  icon: Icon,
  children,
  ...props
}: RadioItemProps) {
  return (
    <RadixMenu.RadioItem
      className={cn(
        itemClasses,
        'data-[state=checked]:font-medium [&_svg]:text-muted-foreground data-[state=checked]:[&_svg]:text-primary',
        className,
      )}
      {...props}
    >
      {Icon && <Icon className="size-4" aria-hidden />}
      {children}
    </RadixMenu.RadioItem>
  )
}
