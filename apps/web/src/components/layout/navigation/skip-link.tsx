/** Links to the main element, #main in every layout, as the first stop of the Tab key. */
export function SkipLink() {
  return (
    <a
      href="#main"
      className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-[90] focus:rounded-sm focus:bg-card focus:px-3 focus:py-2"
    >
      Skip to content
    </a>
  )
}
