/**
 * States which file may import which. An area imports itself and the areas before it; a module imports
 * another one through its `service.ts`. `$1` is the module or feature that the importing file belongs to.
 * `scripts/boundaries/report-boundaries.mjs` refuses circles.
 */
const areas = ['core', 'people', 'market', 'money', 'delivery', 'overview', 'sample-data']
const server = '^apps/server/src/'
const web = '^apps/web/src/'
const contract = '^packages/contract/src/'
const plots = '^packages/plots/src/'
const synth = '^packages/synth/src/'
const anyArea = `(?:${areas.join('|')})`

/** Returns one rule per area: nothing in it imports an area that stands after it. */
const oneWay = (part, root) =>
  areas.slice(0, -1).map((area, index) => ({
    name: `${part}-${area}-imports-earlier-areas-only`,
    severity: 'error',
    from: { path: `${root}${area}/`, pathNot: '\\.test\\.tsx?$' },
    to: { path: `${root}(?:${areas.slice(index + 1).join('|')})(?:/|\\.ts$)` },
  }))

export default {
  forbidden: [
    {
      name: 'web-knows-only-contract',
      severity: 'error',
      from: { path: '^apps/web/' },
      to: { path: '^(apps/server|packages/synth)/' },
    },
    {
      name: 'contract-stands-alone',
      severity: 'error',
      from: { path: '^packages/contract/' },
      to: { path: '^(apps|packages)/', pathNot: '^packages/contract/' },
    },
    {
      name: 'client-knows-only-contract',
      severity: 'error',
      from: { path: '^packages/client/' },
      to: { path: '^(apps|packages)/', pathNot: '^packages/(client|contract)/' },
    },
    {
      name: 'command-is-outermost',
      comment: 'It joins client and engine; nothing but tests is built on it.',
      severity: 'error',
      from: { path: '^(apps|packages)/', pathNot: '^packages/command/|\\.test\\.ts$' },
      to: { path: '^packages/command/' },
    },
    {
      name: 'command-knows-no-server',
      severity: 'error',
      from: { path: '^packages/command/' },
      to: { path: '^apps/' },
    },
    {
      name: 'plots-stand-alone',
      severity: 'error',
      from: { path: plots, pathNot: '\\.test\\.ts$' },
      to: { pathNot: plots },
    },
    {
      name: 'synth-stands-alone',
      severity: 'error',
      from: { path: '^packages/synth/' },
      to: { path: '^(apps|packages)/', pathNot: '^packages/(synth|plots)/' },
    },
    {
      name: 'synth-is-pure-but-for-io',
      severity: 'error',
      from: { path: synth, pathNot: `${synth}(read|run|engines|command)/|\\.test\\.ts$` },
      to: { dependencyTypes: ['core', 'npm'], pathNot: 'node_modules/zod/' },
    },
    ...oneWay('server', server),
    ...oneWay('contract', contract),
    ...oneWay('web', `${web}features/`),
    {
      name: 'platform-is-lowest',
      severity: 'error',
      from: { path: `${server}platform/`, pathNot: '\\.test\\.ts$' },
      to: { path: `${server}(?:${anyArea}|commands)/` },
    },
    {
      name: 'modules-meet-at-services',
      severity: 'error',
      from: { path: `${server}(${anyArea}/[^/]+)/`, pathNot: '\\.test\\.ts$' },
      to: { path: `${server}${anyArea}/`, pathNot: [`${server}$1/`, '/service\\.ts$'] },
    },
    {
      name: 'commands-are-entry-points',
      severity: 'error',
      from: { pathNot: `${server}commands/|\\.test\\.ts$` },
      to: { path: `${server}commands/` },
    },
    {
      name: 'accounts-know-no-marketplace',
      comment: 'The accounts and table protocols could serve any application.',
      severity: 'error',
      from: { path: `${server}core/(auth|rest)/`, pathNot: '\\.test\\.ts$' },
      to: {
        path: ['^apps/', '^packages/'],
        pathNot: [`${server}platform/`, `${server}core/auth/`, `${server}core/rest/`],
      },
    },
    {
      name: 'routes-never-query',
      severity: 'error',
      from: { path: '/routes(\\.ts$|/)' },
      to: { path: '/queries(\\.ts$|/)' },
    },
    {
      name: 'features-are-separate',
      severity: 'error',
      from: { path: `${web}features/([^/]+/[^/]+)/` },
      to: { path: `${web}features/`, pathNot: `${web}features/$1/` },
    },
    {
      name: 'web-flows-down',
      severity: 'error',
      from: { path: `${web}(components|lib)/` },
      to: { path: `${web}(features|pages)/` },
    },
    {
      name: 'features-below-pages',
      severity: 'error',
      from: { path: `${web}features/` },
      to: { path: `${web}pages/` },
    },
  ],
  options: {
    tsPreCompilationDeps: true, // type-only imports count
    skipAnalysisNotInRules: true,
    tsConfig: { fileName: 'apps/web/tsconfig.json' }, // for the alias @/
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '/dist/' },
    enhancedResolveOptions: {
      cachedInputFileSystem: { cacheDuration: 600_000 }, // ms, longer than a run
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
    },
  },
}
