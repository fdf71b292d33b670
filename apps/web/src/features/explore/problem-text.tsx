/** What the engine says, with the line that it points at. */
export function ProblemText({ children }: { children: string }) {
  return (
    <pre
      role="alert"
      className="mono overflow-x-auto whitespace-pre-wrap rounded-sm border border-destructive/40 bg-st-danger-bg px-3 py-2.5 text-sm [overflow-wrap:anywhere]"
    >
      {children}
    </pre>
  )
}
