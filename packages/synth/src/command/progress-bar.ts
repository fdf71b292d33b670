const WIDTH = 24
const ERASE_LINE = '\r\x1b[2K'

export type ProgressBar = { show: (fraction: number, what: string) => void; clear: () => void }

/** Draws a bar on a terminal's last line; draws nothing if the output is no terminal. */
export function progressBar(write: (text: string) => void, isTerminal: boolean): ProgressBar {
  let shown = ''
  return {
    show(fraction, what) {
      const done = Math.round(fraction * WIDTH)
      const bar = `${'█'.repeat(done)}${'░'.repeat(WIDTH - done)}`
      const line = `${bar} ${String(Math.floor(100 * fraction)).padStart(3)} % ${what}`
      if (!isTerminal || line === shown) return
      shown = line
      write(`${ERASE_LINE}${line}`)
    },
    clear() {
      if (shown !== '') write(ERASE_LINE)
      shown = ''
    },
  }
}
