/** A disk of a few megabytes, which a test fills and empties. */
import { spawnSync } from 'node:child_process'
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  statfsSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type SmallDisk = {
  /** Holds a directory on it, empty at first. */
  dir: string
  /** Leaves no room on it, or so much, and takes more when others free it, until `free`. */
  fill: (leftBytes?: number) => void
  /** Gives the room back. */
  free: () => void
  unmount: () => void
}

/** Sets how often room that others have freed is taken. */
const REFILL_MS = 20

const PIECE = Buffer.alloc(4096, 'x')

/** Mounts a file system in memory. Null if this process may not mount. */
export function mountSmallDisk(megabytes: number): SmallDisk | null {
  const place = mkdtempSync(join(tmpdir(), 'semblance-disk-'))
  const options = `size=${megabytes}m,mode=755`
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', place])
  if (status !== 0) {
    rmSync(place, { recursive: true })
    return null
  }
  const dir = join(place, 'data')
  mkdirSync(dir)
  const ballast = join(place, 'ballast')
  let refill: NodeJS.Timeout | undefined
  const free = () => {
    clearInterval(refill)
    rmSync(ballast, { force: true })
  }
  return {
    dir,
    fill: (leftBytes = 0) => {
      grow(ballast, leftBytes)
      refill = setInterval(() => grow(ballast, leftBytes), REFILL_MS)
    },
    free,
    unmount: () => {
      free()
      spawnSync('umount', ['--lazy', place])
      rmSync(place, { recursive: true, force: true })
    },
  }
}

/** Makes the file so long that no more room is left than that. */
function grow(path: string, leftBytes: number): void {
  const file = openSync(path, 'a')
  try {
    const leftPieces = leftBytes / PIECE.length
    while (statfsSync(path).bavail > leftPieces) writeSync(file, PIECE)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  } finally {
    closeSync(file)
  }
}

/** Lists what writes below a directory have left unfinished; complete files have other names. */
export function listPartialFiles(dir: string): string[] {
  const names = readdirSync(dir, { recursive: true }).map(String)
  return names.filter((name) => /(^|\/)\.[^/]*$/.test(name))
}
