/** Import boundaries. `$1` is the module or feature the importing file belongs to. */
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
      name: 'synth-stands-alone',
      severity: 'error',
      from: { path: '^packages/synth/' },
      to: { path: '^(apps|packages)/', pathNot: '^packages/synth/' },
    },
    {
      name: 'synth-is-pure-but-for-io',
      severity: 'error',
      from: {
        path: '^packages/synth/src/',
        pathNot: '^packages/synth/src/(duckdb|postgres|command)/|\\.test\\.ts$',
      },
      to: { dependencyTypes: ['core', 'npm'], pathNot: 'node_modules/zod/' },
    },
    {
      name: 'platform-is-below-modules',
      severity: 'error',
      from: { path: '^apps/server/src/platform/' },
      to: { path: '^apps/server/src/modules/' },
    },
    {
      name: 'modules-meet-at-services',
      severity: 'error',
      from: { path: '^apps/server/src/modules/([^/]+)/' },
      to: {
        path: '^apps/server/src/modules/',
        pathNot: ['^apps/server/src/modules/$1/', '/service\\.ts$'],
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
      from: { path: '^apps/web/src/features/([^/]+)/' },
      to: { path: '^apps/web/src/features/', pathNot: '^apps/web/src/features/$1/' },
    },
    {
      name: 'web-flows-down',
      severity: 'error',
      from: { path: '^apps/web/src/(components|lib)/' },
      to: { path: '^apps/web/src/(features|pages)/' },
    },
    {
      name: 'features-below-pages',
      severity: 'error',
      from: { path: '^apps/web/src/features/' },
      to: { path: '^apps/web/src/pages/' },
    },
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
  ],
  options: {
    tsPreCompilationDeps: true, // type-only imports count
    tsConfig: { fileName: 'apps/web/tsconfig.json' }, // for the alias @/
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '/dist/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
    },
  },
}
