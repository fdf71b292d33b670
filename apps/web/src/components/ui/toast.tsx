import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { Toaster as SonnerToaster, toast } from 'sonner'
import 'sonner/dist/styles.css'
import { cn } from '@/lib/cn.ts'
import { useMediaQuery } from './use-media-query.ts'

type Tone = 'success' | 'error' | 'info'

const icons = { success: CircleCheck, error: CircleAlert, info: Info }
const iconTones = {
  success: 'text-st-success-fg',
  error: 'text-destructive',
  info: 'text-st-info-fg',
}

/** Shows toasts; mounted once, next to the router. */
export function Toaster() {
  const onPhone = useMediaQuery('(max-width: 767px)')
  return (
    <SonnerToaster
      position={onPhone ? 'top-center' : 'bottom-left'}
      duration={6000}
      expand
      gap={10}
      visibleToasts={4}
      offset={20}
      mobileOffset={12}
      className="[--width:380px]"
    />
  )
}

function show(tone: Tone, title: string, text?: string) {
  return toast.custom((id) => <ToastCard id={id} tone={tone} title={title} text={text} />, {
    // An error stays until it is closed.
    ...(tone === 'error' && { duration: Number.POSITIVE_INFINITY }),
  })
}

export const notify = {
  success: (title: string, text?: string) => show('success', title, text),
  error: (title: string, text?: string) => show('error', title, text),
  info: (title: string, text?: string) => show('info', title, text),
  dismiss: (id?: string | number) => toast.dismiss(id),
}

type ToastCardProps = { id: string | number; tone: Tone; title: string; text?: string }

function ToastCard({ id, tone, title, text }: ToastCardProps) {
  const Icon = icons[tone]
  return (
    <div
      // The list around it is a polite live region already; only errors interrupt.
      role={tone === 'error' ? 'alert' : undefined}
      className={cn(
        'relative flex w-full gap-3 rounded-md border bg-popover p-3.5 pr-11 font-sans text-base text-foreground shadow-float md:w-[380px]',
        tone === 'error' && 'border-destructive/50',
      )}
    >
      <Icon className={cn('mt-px size-[18px] shrink-0', iconTones[tone])} aria-hidden />
      <div className="min-w-0">
        <p className="font-semibold">{title}</p>
        {text && <p className="text-muted-foreground text-sm">{text}</p>}
      </div>
      <button
        type="button"
        aria-label="Dismiss"
        onClick={() => toast.dismiss(id)}
        className="absolute top-2 right-2 grid size-8 place-items-center rounded-xs text-muted-foreground hover:bg-accent max-md:size-10"
      >
        <X className="size-3.5" aria-hidden />
      </button>
    </div>
  )
}
