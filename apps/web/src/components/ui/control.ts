/** Styles all text-like controls. 16 px on phones, because iOS zooms into anything smaller. */
export const controlClasses =
  'w-full rounded-sm border border-input bg-card text-[16px] text-foreground transition-[border-color,box-shadow] placeholder:text-muted-foreground/85 hover:border-foreground/55 focus-visible:outline-2 focus-visible:outline-ring focus-visible:outline-offset-0 disabled:border-border-strong disabled:bg-muted disabled:text-muted-foreground aria-invalid:border-destructive aria-invalid:bg-st-danger-bg/40 md:text-base'

export const readOnlyClasses = 'read-only:border-border-strong read-only:bg-muted'
