/** Runs a coordinator and workers of Trino on this machine, with the catalogs `memory`, `lake` and `tpch`. */
import { type ChildProcess, spawn } from 'node:child_process'
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Guard, writeGuard } from './guard.ts'
import { type Installation, installTrino } from './install.ts'

export type Cluster = {
  /** Holds the address of the coordinator, such as `http://127.0.0.1:8080`. */
  origin: string
  guard: Guard
  pids: number[]
  stop: () => Promise<void>
}

const LOG = 'server.log'
const START_LIMIT_MS = 600_000

const JVM = [
  '-XX:+UseG1GC',
  ...['--enable-native-access=ALL-UNNAMED', '--sun-misc-unsafe-memory-access=allow'],
  ...['-Djdk.attach.allowAttachSelf=true', '-Duser.timezone=UTC'],
]

/**
 * Starts one coordinator, which does no work itself, and `workers`, each node with a heap of `heapMb`; resolves once all
 * of them answer.
 */
export async function startCluster(workers: number, heapMb = 1200): Promise<Cluster> {
  const installation = await installTrino()
  const dir = mkdtempSync(join(tmpdir(), 'semblance-trino-'))
  const [securePort = 0, ...ports] = await freePorts(workers + 2)
  const origin = `http://127.0.0.1:${ports[0]}`
  const { guard, lines } = writeGuard(join(dir, 'guard'), securePort)
  const nodes = ports.map((port, i) => {
    const own = join(dir, `node-${i}`)
    return { dir: own, child: startNode(installation, own, { port, origin, heapMb, lines }) }
  })
  const stop = async () => {
    await Promise.all(nodes.map(({ child }) => stopNode(child)))
    rmSync(dir, { recursive: true, force: true })
  }
  try {
    await waitForWorkers(origin, workers, nodes)
  } catch (error) {
    await stop()
    throw error
  }
  return { origin, guard, pids: nodes.flatMap(({ child }) => child.pid ?? []), stop }
}

function startNode(
  { serverDir, java }: Installation,
  dir: string,
  {
    port,
    origin,
    heapMb,
    lines,
  }: { port: number; origin: string; heapMb: number; lines: string[] },
): ChildProcess {
  const isCoordinator = origin.endsWith(`:${port}`)
  mkdirSync(join(dir, 'catalog'), { recursive: true })
  for (const name of ['memory', 'lake'])
    writeFileSync(
      join(dir, `catalog/${name}.properties`),
      `connector.name=memory\nmemory.max-data-per-node=${Math.floor(heapMb / 2)}MB\n`,
    )
  writeFileSync(join(dir, 'catalog/tpch.properties'), 'connector.name=tpch\n')
  writeFileSync(
    join(dir, 'config.properties'),
    [
      `coordinator=${isCoordinator}`,
      ...(isCoordinator ? ['node-scheduler.include-coordinator=false', ...lines] : []),
      'internal-communication.shared-secret=of-the-cluster',
      `http-server.http.port=${port}`,
      `discovery.uri=${origin}`,
      `query.max-memory-per-node=${Math.floor(heapMb * 0.55)}MB`,
      `memory.heap-headroom-per-node=${Math.floor(heapMb * 0.2)}MB`,
      'catalog.management=static',
      `catalog.config-dir=${join(dir, 'catalog')}`,
      `plugin.dir=${join(serverDir, 'plugin')}`,
      'node.environment=test',
      `node.id=${isCoordinator ? 'coordinator' : `worker${port}`}`,
      'node.internal-address=127.0.0.1',
    ].join('\n'),
  )
  const log = openSync(join(dir, LOG), 'w')
  const child = spawn(
    java,
    [
      ...JVM,
      `-Xmx${heapMb}M`,
      `-Dconfig=${join(dir, 'config.properties')}`,
      '-cp',
      `${join(serverDir, 'lib')}/*`,
      'io.trino.server.TrinoServer',
    ],
    { cwd: dir, stdio: ['ignore', log, log] },
  )
  closeSync(log)
  return child
}

function lastLines(dir: string): string {
  return readFileSync(join(dir, LOG), 'utf8').split('\n').slice(-20).join('\n')
}

async function waitForWorkers(
  origin: string,
  workers: number,
  nodes: { dir: string; child: ChildProcess }[],
): Promise<void> {
  const limit = Date.now() + START_LIMIT_MS
  while (Date.now() < limit) {
    const ended = nodes.find(({ child }) => child.exitCode !== null)
    if (ended) throw new Error(`A node of Trino ended: ${lastLines(ended.dir)}`)
    if ((await countWorkers(origin).catch(() => 0)) === workers) return
    await sleep(500)
  }
  throw new Error(`Trino did not start within ${START_LIMIT_MS / 1000} s.`)
}

async function countWorkers(origin: string): Promise<number> {
  const rows = await runStatement(
    origin,
    "select count(*) from system.runtime.nodes where state = 'active' and not coordinator",
  )
  return Number(rows[0]?.[0])
}

/** Runs any statement as an administrator of the test; throws what Trino says of it. */
export async function runStatement(origin: string, sql: string): Promise<unknown[][]> {
  type Answer = { nextUri?: string; data?: unknown[][]; error?: { message: string } }
  const headers = { 'X-Trino-User': 'admin', 'X-Trino-Time-Zone': 'UTC' }
  const rows: unknown[][] = []
  let response = await fetch(`${origin}/v1/statement`, { method: 'POST', headers, body: sql })
  for (;;) {
    if (response.status !== 200) throw new Error(`Trino answers ${response.status}.`)
    const answer = (await response.json()) as Answer
    if (answer.error) throw new Error(answer.error.message)
    rows.push(...(answer.data ?? []))
    if (!answer.nextUri) return rows
    response = await fetch(answer.nextUri, { headers })
  }
}

async function stopNode(node: ChildProcess): Promise<void> {
  if (node.exitCode !== null || node.signalCode !== null) return
  const ended = new Promise((resolve) => node.once('exit', resolve))
  node.kill('SIGKILL')
  await ended
}

async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'))
  await Promise.all(
    servers.map((server) => new Promise((resolve) => server.once('listening', resolve))),
  )
  const ports = servers.map((server) => (server.address() as { port: number }).port)
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
  return ports
}
