import { Panel } from '@/components/blocks/panel.tsx'

const commandsAt = (origin: string) => [
  {
    words: `npx semblance login --url ${origin}`,
    does: 'Keeps a key in a file that its owner alone can read; the others use it.',
  },
  {
    words: 'npx semblance request, offer, deliver, download',
    does: 'The steps of a deal. With deliver, data is measured on your own premises and stays there.',
  },
  { words: 'npx semblance listen', does: 'Prints what happens as it happens.' },
  {
    words: 'npx semblance share',
    does: 'Writes the profile by which pandas and Spark open delivered tables (Delta Sharing).',
  },
  {
    words: 'npx semblance mcp',
    does: 'Gives an assistant tools (Model Context Protocol) to search, to post a request, and to read and download. None accepts an offer or moves money.',
  },
]

/** Says what the command does for those who write no program. */
export function CommandPanel() {
  return (
    <Panel
      title="The command"
      description="The same without a program of your own; each of them explains itself with --help."
    >
      <dl className="grid gap-3 text-base">
        {commandsAt(location.origin).map(({ words, does }) => (
          <div key={words} className="grid gap-x-6 gap-y-0.5 lg:grid-cols-[22rem_1fr]">
            <dt className="mono text-sm leading-6 [overflow-wrap:anywhere]">{words}</dt>
            <dd className="max-w-[68ch] text-muted-foreground">{does}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}
