import manifest from '../../../package.json' with { type: 'json' }

/** Holds the engine's version; only the same version draws the same rows from a model and a seed. */
export const ENGINE_VERSION: string = manifest.version
