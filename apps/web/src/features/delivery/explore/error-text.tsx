/**
 * Shows the engine's message with the line that it points at, which never wraps: otherwise the mark
 * below it would be misplaced.
 */
export function ProblemText({ children }: { children: string }) {
  const [message, line] = splitLine(children)
  return (
    <div
      role="alert"
      className="mono rounded-sm border border-destructive/40 bg-st-danger-bg px-3 py-2.5 text-sm"
    >
      <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">{message}</p>
      {line && (
        <pre
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
          tabIndex={0}
          className="mt-2 overflow-x-auto"
        >
          {line}
        </pre>
      )}
    </div>
  )
}

/** DuckDB ends with an empty line, `LINE 3: …` and a caret below it, where it knows the place. */
function splitLine(text: string): [message: string, line: string | null] {
  const at = text.search(/\n+LINE \d+: /)
  return at < 0 ? [text, null] : [text.slice(0, at), text.slice(at).replace(/^\n+/, '')]
}
