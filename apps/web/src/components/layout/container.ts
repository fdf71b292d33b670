/** Holds the content column: 1360 px at most, gutters 32 px, 16 px on phones. */
export const containerClasses = 'mx-auto w-full max-w-[1360px] px-4 md:px-8'

/** Square buttons of the top bar. */
export const iconButtonClasses =
  'relative grid size-9 place-items-center rounded-sm text-muted-foreground hover:bg-accent hover:text-foreground data-[state=open]:bg-accent data-[state=open]:text-foreground max-md:size-10'
