/** Finds out what a file system lets us claim of a file that was overwritten and removed on it. */
import { readFile, readlink, realpath, stat } from 'node:fs/promises'
import { basename, sep } from 'node:path'
import type { DestructionMethod } from './key-store.ts'

/** Describes a line of /proc/self/mountinfo; `options` are those of the mount and of the file system. */
export type Mount = { point: string; type: string; options: string[] }

/** Parses the lines of a mountinfo file, in its order: https://man7.org/linux/man-pages/man5/proc_pid_mountinfo.5.html */
export function parseMounts(mountinfo: string): Mount[] {
  return mountinfo
    .split('\n')
    .filter((line) => line.includes(' - '))
    .map((line) => {
      const [before = '', after = ''] = line.split(' - ', 2)
      const [, , , , point = '', own = ''] = before.split(' ')
      const [type = '', , whole = ''] = after.split(' ')
      return {
        point: decodeEscapes(point),
        type,
        options: [...own.split(','), ...whole.split(',')],
      }
    })
}

/** Decodes the octal escapes of spaces and the like. */
const decodeEscapes = (text: string) =>
  text.replace(/\\([0-7]{3})/g, (_, octal: string) =>
    String.fromCharCode(Number.parseInt(octal, 8)),
  )

/** Returns the mount that holds a path: the deepest one, and of several on one point the last. */
export function mountOf(mounts: Mount[], path: string): Mount | null {
  const holds = ({ point }: Mount) =>
    path === point || path.startsWith(point.endsWith(sep) ? point : point + sep)
  let deepest: Mount | null = null
  for (const mount of mounts)
    if (holds(mount) && mount.point.length >= (deepest?.point.length ?? 0)) deepest = mount
  return deepest
}

/**
 * Returns what may be claimed on a mount. ext4 overwrites a block in place, unless its journal takes
 * data, too; `allOptions` has its options with their defaults, null if they cannot be read.
 */
export function methodOn(mount: Mount | null, allOptions: string[] | null): DestructionMethod {
  if (mount?.type === 'tmpfs') return 'volatile'
  if (mount?.type !== 'ext4') return 'unlinked'
  const isJournaled = [mount.options, allOptions ?? []].some((has) => has.includes('data=journal'))
  return isJournaled ? 'unlinked' : 'overwritten'
}

/** Returns the type of a directory's file system, and what may be claimed on it; null types are unknown. */
export async function examineFileSystem(
  dir: string,
): Promise<{ fileSystem: string | null; method: DestructionMethod }> {
  const mountinfo = await readFile('/proc/self/mountinfo', 'utf8').catch(() => '')
  const mount = mountOf(parseMounts(mountinfo), await realpath(dir))
  const method = methodOn(mount, mount?.type === 'ext4' ? await ext4Options(dir) : null)
  return { fileSystem: mount?.type ?? null, method }
}

/** Returns all options of the ext4 that holds a directory; a mount does not list those of its superblock. */
async function ext4Options(dir: string): Promise<string[] | null> {
  try {
    const { dev } = await stat(dir, { bigint: true })
    const [major, minor] = [(dev >> 8n) & 0xfffn, (dev & 0xffn) | ((dev >> 12n) & 0xfff00n)]
    const device = basename(await readlink(`/sys/dev/block/${major}:${minor}`))
    return (await readFile(`/proc/fs/ext4/${device}/options`, 'utf8')).split('\n')
  } catch {
    return null
  }
}
