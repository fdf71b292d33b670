import Markdown from 'markdown-to-jsx/react'
import type { ComponentProps } from 'react'

/** Draws a document's Markdown, without its title, which the page's header has; HTML in it is shown as text. */
export function DocumentText({ text }: { text: string }) {
  return (
    <article className="max-w-[76ch] text-base leading-relaxed">
      <Markdown options={options}>{withoutTitle(text)}</Markdown>
    </article>
  )
}

const withoutTitle = (text: string) => text.replace(/^# .*\n+/, '')

const Table = (props: ComponentProps<'table'>) => (
  <div className="my-4 overflow-x-auto">
    <table className="w-full border-y text-sm" {...props} />
  </div>
)

const classes = {
  h2: { className: 'display mt-9 mb-3 text-xl' },
  h3: { className: 'mt-6 mb-2 font-semibold text-md' },
  p: { className: 'my-3' },
  ul: { className: 'my-3 grid list-disc gap-1.5 pl-5' },
  th: { className: 'border-b py-2 pr-4 text-left font-medium text-muted-foreground' },
  td: { className: 'border-b py-2 pr-4 align-top' },
  a: { className: 'text-primary underline underline-offset-[3px]' },
}

const options = {
  disableParsingRawHTML: true,
  forceBlock: true,
  overrides: {
    ...Object.fromEntries(Object.entries(classes).map(([tag, props]) => [tag, { props }])),
    table: { component: Table },
  },
}
