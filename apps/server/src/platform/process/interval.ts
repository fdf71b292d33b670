/** Runs `step`, which never fails, every so often and never twice at once; `end` waits for one that is under way. */
export function repeat(
  intervalMs: number,
  step: () => Promise<void>,
): { end: () => Promise<void> } {
  let running: Promise<void> | null = null
  const run = async () => {
    await step()
    running = null
  }
  const timer = setInterval(() => {
    running ??= run()
  }, intervalMs)
  return {
    end: async () => {
      clearInterval(timer)
      await running
    },
  }
}
