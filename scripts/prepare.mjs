/**
 * Completes a fresh clone: packages, the built web application, a browser for its tests. Runs each
 * step only when needed.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { findBrowser } from './find-browser.mjs'

export const root = join(import.meta.dirname, '..')

/** Names the pinned Node that npm installed with the other packages. */
export const node = join(root, 'node_modules/.bin/node')

// Every process of ours loads the same sources: compiled once, they start in half the time.
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules/.cache/node')

const stampDir = join(root, 'node_modules/.semblance')

/** Installs what the lock file names. Not `npm ci`: it refuses a lock file that lacks other platforms' binaries. */
export function installPackages() {
  const lock = hashOf(['package.json', 'package-lock.json'])
  const install = ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error']
  once('packages', lock, 'Installing packages', () => {
    // Reads the registry from npm's cache; a version that is newer than the cache needs the registry itself.
    const quick = spawnSync('npm', [...install, '--prefer-offline'], { cwd: root, stdio: 'ignore' })
    if (quick.status !== 0) run('npm', install)
  })
}

export function buildWeb() {
  const sources = [
    'apps/web',
    'docs/quick-start',
    'packages/contract/src',
    'packages/plots/src',
    'package-lock.json',
  ].flatMap((path) => filesBelow(path))
  const built = existsSync(join(root, 'apps/web/dist/index.html'))
  once('web', built ? hashOf(sources) : 'none', 'Building the web application', () => {
    run(
      node,
      [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'],
      // A test run sets another value, which would build React's slow development version.
      { cwd: join(root, 'apps/web'), env: { ...process.env, NODE_ENV: 'production' } },
    )
    run(node, [join(root, 'scripts/compress-assets.ts')])
    return hashOf(sources)
  })
}

/** Bundles the synthesis engine for the server, which runs its sources where no bundle is or they are newer. */
export function buildEngine() {
  run(node, [join(root, 'scripts/build/bundle-engine.ts')])
}

/** Runs one of package.json's scripts on the pinned Node. */
export function runScript(name) {
  run('npm', ['run', '--silent', name])
}

/** Runs tests once, on the pinned Node. */
export function runVitest(args) {
  run(node, [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...args])
}

/**
 * Installs Debian's headless Chromium if the machine has no browser and permits it.
 *
 * @throws Error if there is no browser and none can be installed.
 */
export function provideBrowser() {
  if (findBrowser()) return
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0)
    throw new Error(
      'The browser tests need Chromium: install it, or name it in the setting CHROMIUM.',
    )
  console.log('Installing Chromium …')
  process.env.DEBIAN_FRONTEND = 'noninteractive'
  run('apt-get', ['update', '-qq'])
  const packages = ['chromium-headless-shell', 'fonts-liberation']
  run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages])
}

/** Runs `work` unless it already ran for this `state`. */
function once(name, state, title, work) {
  const stamp = join(stampDir, name)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === state) return
  console.log(`${title} …`)
  const after = work()
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, typeof after === 'string' ? after : state)
}

function run(command, args, options = {}) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit', ...options })
  if (status !== 0) {
    console.error(`${command} ${args[0]} failed${error ? `: ${error.message}` : '.'}`)
    process.exit(1)
  }
}

function hashOf(paths) {
  const hash = createHash('sha256')
  for (const path of paths) hash.update(path).update(readFileSync(join(root, path)))
  return hash.digest('hex')
}

/** Lists the files below a path that a build reads. */
function filesBelow(path) {
  const full = join(root, path)
  if (!statSync(full).isDirectory()) return [path]
  return readdirSync(full)
    .filter((name) => !['dist', 'node_modules', 'testing'].includes(name))
    .filter((name) => !/\.test\.tsx?$/.test(name))
    .sort()
    .flatMap((name) => filesBelow(join(path, name)))
}
